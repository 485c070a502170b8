import type { Address } from './codec-types.ts'
import { readAddress } from './functions.ts'

/** Whether the text is the address (bech32m) of an account on this network. Never throws. */
export function isAccountAddress(address: string, networkId: number): boolean {
	const read = tryReadAddress(address)
	return read?.isAccount === true && read.networkId === networkId
}

/** Whether the text is the address (bech32m) of a resource on this network. Never throws. */
export function isResourceAddress(address: string, networkId: number): boolean {
	const read = tryReadAddress(address)
	return read?.isResource === true && read.networkId === networkId
}

/** Decodes an address (bech32m) into its network, entity type and bytes; undefined if malformed. Never throws. */
export function tryReadAddress(address: string): Address | undefined {
	try {
		return readAddress(address)
	} catch {
		return undefined
	}
}
