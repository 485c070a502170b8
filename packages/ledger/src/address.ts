import { type Address, readAddress } from './addon.ts'

export { accountAddress, readAddress, signatureAccessRule } from './addon.ts'

/** Whether the text is the address of an account on this network. Never throws. */
export function isAccountAddress(address: string, networkId: number): boolean {
	const read = tryReadAddress(address)
	return read?.isAccount === true && read.networkId === networkId
}

/** Whether the text is the address of a resource on this network. Never throws. */
export function isResourceAddress(address: string, networkId: number): boolean {
	const read = tryReadAddress(address)
	return read?.isResource === true && read.networkId === networkId
}

/** What the address says of itself, or nothing if it is malformed. */
export function tryReadAddress(address: string): Address | undefined {
	try {
		return readAddress(address)
	} catch {
		return undefined
	}
}
