import { bech32m } from '@scure/base'

/** Bytes as the ledger writes its addresses and ids: Bech32m text with a prefix, such as `account_sim1…`. */
export function encodeAddress(prefix: string, bytes: Uint8Array): string {
	return bech32m.encode(prefix, bech32m.toWords(bytes), false)
}

/** The bytes of an address; undefined if its prefix differs or its checksum is wrong. */
export function decodeAddress(prefix: string, text: string): Uint8Array | undefined {
	const decoded = bech32m.decodeUnsafe(text, false)
	if (decoded?.prefix !== prefix) return undefined
	return bech32m.fromWordsUnsafe(decoded.words) ?? undefined
}

/** How address prefixes of a Radix network end: `account_sim1…`, `resource_rdx1…`. */
export function networkSuffix(networkId: number): string {
	if (networkId === 1) return 'rdx'
	if (networkId === 2) return 'tdx_2_'
	if (networkId === 242) return 'sim'
	return `tdx_${networkId.toString(16)}_`
}
