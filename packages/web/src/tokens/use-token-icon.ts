import type { Token } from '@accord/protocol'
import { skipToken } from '@tanstack/react-query'
import { useAccount } from '../account/account.tsx'
import type { Gateway } from '../session/gateway.ts'
import { useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { trustOf } from './trust.ts'

/** The icon that the ledger names for a token that the page does not draw itself; one request for all of them. */
export function useTokenIcon(token: Token): string | undefined {
	const { gateway } = useAccount()
	const { tokens } = useSession()
	const addresses = [...tokens.values()].filter(isFromLedger).map(({ resourceAddress }) => resourceAddress)
	const { data } = useRemoteData({
		queryKey: ['token-icons', ...addresses],
		queryFn: addresses.length === 0 ? skipToken : () => iconsOf(gateway, addresses),
		staleTime: Number.POSITIVE_INFINITY,
	})
	return isFromLedger(token) ? data?.get(token.resourceAddress) : undefined
}

function isFromLedger(token: Token): boolean {
	return trustOf(token) === 'listed'
}

/** As many resources as a Gateway describes in one answer. */
const addressesMax = 20

/** Icons by address; only those from a host by HTTPS, which the content security policy allows. */
export async function iconsOf(
	gateway: Pick<Gateway, 'resources'>,
	addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	const icons = new Map<string, string>()
	for (let at = 0; at < addresses.length; at += addressesMax) {
		const resources = await gateway.resources(addresses.slice(at, at + addressesMax))
		for (const [address, { iconUrl }] of resources)
			if (iconUrl?.startsWith('https://') === true) icons.set(address, iconUrl)
	}
	return icons
}
