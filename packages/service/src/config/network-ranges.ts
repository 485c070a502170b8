import { BlockList, isIP } from 'node:net'

/** Whether the text is an IP address, or a network as address and prefix length (`10.0.0.0/8`, `fd00::/8`). */
export function isNetworkRange(text: string): boolean {
	return parseRange(text) !== undefined
}

/** A function that tests whether an IP address is in these addresses and networks; invalid ranges are ignored. */
export function networkRanges(ranges: readonly string[]): (address: string) => boolean {
	const list = new BlockList()
	for (const range of ranges.map(parseRange))
		if (range !== undefined) list.addSubnet(range.address, range.prefix, range.family)
	// Called with every request, and most services have no proxy.
	if (ranges.length === 0) return () => false
	return address => isIP(address) !== 0 && list.check(address, familyOf(address))
}

type Range = { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' }

function parseRange(text: string): Range | undefined {
	const [, address = '', given] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
	const version = isIP(address)
	if (version === 0 || address.includes('%')) return undefined
	const bits = version === 4 ? 32 : 128
	const prefix = given === undefined ? bits : Number(given)
	return prefix <= bits ? { address, prefix, family: familyOf(address) } : undefined
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
	return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}
