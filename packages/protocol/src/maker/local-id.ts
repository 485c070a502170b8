// The local id of a non-fungible in Scrypto SBOR with its prefix, as the endpoints of Instamint write badges.

const prefix = '5cc0'
const [textKind, integerKind, bytesKind, ruidKind] = ['00', '01', '02', '03']

/** A whole number as a local id: `#1#`. The badges of the component's customers are numbered. */
export function integerLocalId(number: number | bigint): string {
	return `#${number}#`
}

/** The local id `#1#`, `<alice>`, `[0a0b]` or `{…}` as the hex of its SBOR. @throws Error if it is none of these */
export function encodeLocalId(localId: string): string {
	const content = encodeContent(localId)
	if (content === undefined) throw new Error(`not a local id: ${localId.slice(0, 80)}`)
	return prefix + content
}

/**
 * The local id whose SBOR is given as hex.
 * @throws Error if there is none
 */
export function decodeLocalId(hex: string): string {
	const [, kind = '', content = ''] = /^5cc0(0[0-3])(([0-9a-f]{2})+)$/.exec(hex.toLowerCase()) ?? []
	const localId = decodeContent(kind, content)
	// Each value has exactly one encoding.
	if (localId !== undefined && encodeContent(localId) === kind + content) return localId
	throw new Error(`not the SBOR of a local id: ${hex.slice(0, 80)}`)
}

function encodeContent(localId: string): string | undefined {
	const inner = localId.slice(1, -1)
	if (/^#\d{1,20}#$/.test(localId) && BigInt(inner) < 1n << 64n)
		return `${integerKind}${BigInt(inner).toString(16).padStart(16, '0')}`
	if (/^<\w{1,64}>$/.test(localId)) return `${textKind}${lengthHex(inner.length)}${hexOfText(inner)}`
	if (/^\[([0-9a-f]{2}){1,64}\]$/.test(localId)) return `${bytesKind}${lengthHex(inner.length / 2)}${inner}`
	return /^\{[0-9a-f]{16}(-[0-9a-f]{16}){3}\}$/.test(localId) ? `${ruidKind}${inner.replaceAll('-', '')}` : undefined
}

function decodeContent(kind: string, content: string): string | undefined {
	if (kind === integerKind) return integerLocalId(BigInt(`0x${content}`))
	if (kind === textKind) return `<${textOfHex(content.slice(2))}>`
	if (kind === bytesKind) return `[${content.slice(2)}]`
	return kind === ruidKind ? `{${content.match(/.{1,16}/g)?.join('-')}}` : undefined
}

/** The length in hex; it is at most 64, so it takes one byte. */
function lengthHex(length: number): string {
	return length.toString(16).padStart(2, '0')
}

function hexOfText(text: string): string {
	return [...text].map(letter => lengthHex(letter.charCodeAt(0))).join('')
}

function textOfHex(hex: string): string {
	return String.fromCharCode(...(hex.match(/../g) ?? []).map(byte => Number.parseInt(byte, 16)))
}
