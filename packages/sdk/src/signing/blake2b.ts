// BLAKE2b (RFC 7693) in plain BigInts. A library of it is 2 kB of every page that trades, for the one hash of a
// cancellation.

const iv = [
	0x6a09e667f3bcc908n,
	0xbb67ae8584caa73bn,
	0x3c6ef372fe94f82bn,
	0xa54ff53a5f1d36f1n,
	0x510e527fade682d1n,
	0x9b05688c2b3e6c1fn,
	0x1f83d9abfb41bd6bn,
	0x5be0cd19137e2179n,
]
/** The order of the message's words in each round, as hexadecimal digits. */
const orders =
	'0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d 2c6a0b834d75fe19 c51fed4a0763928b db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0 0123456789abcdef ea489fd61c02b753'
/** The columns and diagonals that a round mixes. */
const mixed = '048c 159d 26ae 37bf 05af 16bc 278d 349e'.split(' ').map(digits)
const blockBytes = 128

/** The BLAKE2b-256 hash of a text in UTF-8, in hex. */
export function blake2b256(text: string): string {
	const bytes = new TextEncoder().encode(text)
	const state = iv.map((word, at) => (at === 0 ? word ^ 0x01010020n : word))
	const blocks = Math.max(1, Math.ceil(bytes.length / blockBytes))
	for (let block = 0; block < blocks; block++) {
		const end = Math.min(bytes.length, (block + 1) * blockBytes)
		compress(state, bytes.subarray(block * blockBytes, end), { end, isLast: block === blocks - 1 })
	}
	return state.slice(0, 4).map(littleEndianHex).join('')
}

function compress(
	state: bigint[],
	block: Uint8Array,
	{ end, isLast }: { readonly end: number; readonly isLast: boolean },
): void {
	const padded = new DataView(new ArrayBuffer(blockBytes))
	for (const [at, byte] of block.entries()) padded.setUint8(at, byte)
	const words = Array.from({ length: 16 }, (_, at) => padded.getBigUint64(at * 8, true))
	const v = [...state, ...iv]
	const at = (index: number | undefined) => v[index ?? 0] ?? 0n
	v[12] = at(12) ^ BigInt(end)
	if (isLast) v[14] = BigInt.asUintN(64, ~at(14))
	for (const order of orders.split(' ').map(digits))
		for (const [turn, [a = 0, b = 0, c = 0, d = 0]] of mixed.entries())
			for (const [half, [byD, byB]] of [
				[32n, 24n],
				[16n, 63n],
			].entries()) {
				v[a] = BigInt.asUintN(64, at(a) + at(b) + (words[order[2 * turn + half] ?? 0] ?? 0n))
				v[d] = rotated(at(d) ^ at(a), byD ?? 0n)
				v[c] = BigInt.asUintN(64, at(c) + at(d))
				v[b] = rotated(at(b) ^ at(c), byB ?? 0n)
			}
	for (const [index, word] of state.entries()) state[index] = word ^ at(index) ^ at(index + 8)
}

function rotated(word: bigint, by: bigint): bigint {
	return (word >> by) | BigInt.asUintN(64, word << (64n - by))
}

function littleEndianHex(word: bigint): string {
	const hex = word.toString(16).padStart(16, '0')
	return (hex.match(/../g) ?? []).reverse().join('')
}

function digits(text: string): number[] {
	return [...text].map(digit => Number.parseInt(digit, 16))
}
