const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const bech32mConstant = 0x2bc830a3

/** Bytes as Bech32m text (BIP 350), as the ledger writes its addresses. */
export function encodeBech32m(prefix: string, bytes: Uint8Array): string {
	const words = regroup(bytes, { from: 8, to: 5, pad: true })
	return `${prefix}1${[...words, ...checksum(prefix, words)].map(word => alphabet[word]).join('')}`
}

/** The bytes of Bech32m text, if it has that prefix and its checksum is right. */
export function decodeBech32m(prefix: string, text: string): Uint8Array | undefined {
	if (!text.startsWith(`${prefix}1`)) return undefined
	const words = [...text.slice(prefix.length + 1)].map(letter => alphabet.indexOf(letter))
	if (words.length < 6 || words.includes(-1)) return undefined
	if (polymod([...expand(prefix), ...words]) !== bech32mConstant) return undefined
	return Uint8Array.from(regroup(words.slice(0, -6), { from: 5, to: 8, pad: false }))
}

function checksum(prefix: string, words: readonly number[]): number[] {
	const sum = polymod([...expand(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ bech32mConstant
	return Array.from({ length: 6 }, (_, at) => (sum >> (5 * (5 - at))) & 31)
}

function polymod(words: readonly number[]): number {
	let sum = 1
	for (const word of words) {
		const top = sum >>> 25
		sum = ((sum & 0x1ffffff) << 5) ^ word
		for (const [bit, generator] of generators.entries()) if ((top >> bit) & 1) sum ^= generator
	}
	return sum
}

function expand(prefix: string): number[] {
	const codes = [...prefix].map(letter => letter.charCodeAt(0))
	return [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31)]
}

function regroup(words: Iterable<number>, { from, to, pad }: { from: number; to: number; pad: boolean }): number[] {
	const out: number[] = []
	let bits = 0
	let value = 0
	for (const word of words) {
		value = (value << from) | word
		bits += from
		while (bits >= to) {
			bits -= to
			out.push((value >> bits) & ((1 << to) - 1))
		}
		value &= (1 << bits) - 1
	}
	if (pad && bits > 0) out.push((value << (to - bits)) & ((1 << to) - 1))
	return out
}
