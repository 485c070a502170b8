/** BLAKE2b (RFC 7693) without a key, for short messages: browsers have none of their own. */
export function blake2b(message: Uint8Array, bytes: number): Uint8Array {
	const state = initial.map(word => word)
	state[0] = xor(state[0], 0x01010000n ^ BigInt(bytes))
	const blocks = Math.max(1, Math.ceil(message.length / blockBytes))
	for (let block = 0; block < blocks; block++) {
		const end = Math.min((block + 1) * blockBytes, message.length)
		compress(state, wordsOf(message.subarray(block * blockBytes, end)), {
			counter: BigInt(end),
			isLast: block === blocks - 1,
		})
	}
	const digest = new Uint8Array(bytes)
	for (let at = 0; at < bytes; at++) digest[at] = Number(((state[at >> 3] ?? 0n) >> BigInt(8 * (at & 7))) & 0xffn)
	return digest
}

/** Bytes as lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

const blockBytes = 128
const mask = 2n ** 64n - 1n

const initial = [
	0x6a09e667f3bcc908n,
	0xbb67ae8584caa73bn,
	0x3c6ef372fe94f82bn,
	0xa54ff53a5f1d36f1n,
	0x510e527fade682d1n,
	0x9b05688c2b3e6c1fn,
	0x1f83d9abfb41bd6bn,
	0x5be0cd19137e2179n,
]

const sigma = [
	[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
	[14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
	[11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
	[7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
	[9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
	[2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
	[12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
	[13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
	[6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
	[10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
]

/** Columns, then diagonals: the four words that each mixing takes. */
const lanes = [
	[0, 4, 8, 12],
	[1, 5, 9, 13],
	[2, 6, 10, 14],
	[3, 7, 11, 15],
	[0, 5, 10, 15],
	[1, 6, 11, 12],
	[2, 7, 8, 13],
	[3, 4, 9, 14],
] as const

function compress(state: bigint[], words: bigint[], { counter, isLast }: { counter: bigint; isLast: boolean }): void {
	const v = [...state, ...initial]
	v[12] = xor(v[12], counter)
	if (isLast) v[14] = xor(v[14], mask)
	for (let round = 0; round < 12; round++) {
		const order = sigma[round % 10] ?? []
		for (const [lane, places] of lanes.entries()) {
			mix(v, places, words[order[2 * lane] ?? 0] ?? 0n, words[order[2 * lane + 1] ?? 0] ?? 0n)
		}
	}
	for (let at = 0; at < 8; at++) state[at] = xor(state[at], xor(v[at], v[at + 8]))
}

function mix(v: bigint[], [a, b, c, d]: (typeof lanes)[number], x: bigint, y: bigint): void {
	v[a] = sum(v[a], v[b], x)
	v[d] = rotate(xor(v[d], v[a]), 32n)
	v[c] = sum(v[c], v[d], 0n)
	v[b] = rotate(xor(v[b], v[c]), 24n)
	v[a] = sum(v[a], v[b], y)
	v[d] = rotate(xor(v[d], v[a]), 16n)
	v[c] = sum(v[c], v[d], 0n)
	v[b] = rotate(xor(v[b], v[c]), 63n)
}

function wordsOf(block: Uint8Array): bigint[] {
	const padded = new Uint8Array(blockBytes)
	padded.set(block)
	const view = new DataView(padded.buffer)
	return Array.from({ length: 16 }, (_, at) => view.getBigUint64(8 * at, true))
}

function xor(a = 0n, b = 0n): bigint {
	return a ^ b
}

function sum(a = 0n, b = 0n, c = 0n): bigint {
	return (a + b + c) & mask
}

function rotate(word: bigint, bits: bigint): bigint {
	return ((word >> bits) | (word << (64n - bits))) & mask
}
