const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const checksumOfBech32m = 0x2bc830a3

/** The Bech32m text of bytes (BIP 350): addresses and ids that nobody has made, for rows and settings that need many. */
export function bech32m(prefix: string, bytes: Uint8Array): string {
	const words = fiveBitWords(bytes)
	const codes = [...prefix].map(char => char.charCodeAt(0))
	const expanded = [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31)]
	const sum = polymod([...expanded, ...words, 0, 0, 0, 0, 0, 0]) ^ checksumOfBech32m
	const checksum = [25, 20, 15, 10, 5, 0].map(shift => (sum >> shift) & 31)
	return `${prefix}1${[...words, ...checksum].map(word => alphabet[word]).join('')}`
}

function fiveBitWords(bytes: Uint8Array): number[] {
	const words: number[] = []
	let held = 0
	let bits = 0
	for (const byte of bytes) {
		held = (held << 8) | byte
		for (bits += 8; bits >= 5; bits -= 5) words.push((held >> (bits - 5)) & 31)
		held &= (1 << bits) - 1
	}
	if (bits > 0) words.push((held << (5 - bits)) & 31)
	return words
}

function polymod(words: readonly number[]): number {
	let sum = 1
	for (const word of words) {
		const top = sum >>> 25
		sum = ((sum & 0x1ffffff) << 5) ^ word
		for (const [bit, generator] of generators.entries()) if ((top >> bit) & 1) sum ^= generator
	}
	return sum >>> 0
}
