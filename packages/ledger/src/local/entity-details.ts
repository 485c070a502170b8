import { readAddress } from '../address.ts'
import { metadataItems } from './entity-metadata.ts'
import { GatewayRefusal } from './gateway-refusal.ts'
import type { LocalLedger } from './local-ledger.ts'
import { page } from './wire.ts'

type AggregationLevel = 'Global' | 'Vault' | undefined

/** An entity in the Gateway's shape (`StateEntityDetailsResponseItem`), with the first page of each of its lists. */
export function entityDetails(
	ledger: LocalLedger,
	options: { address: string; level: AggregationLevel; explicit_metadata?: string[] },
) {
	const { address, level, explicit_metadata: keys } = options
	const metadata = metadataItems(ledger, address)
	const explicit = metadata.filter(({ key }) => keys?.includes(key))
	return {
		address,
		fungible_resources: page(fungibleItems(ledger, { address, aggregation_level: level }), { limit: 100 }),
		non_fungible_resources: { total_count: 0, items: [] },
		metadata: page(metadata, { limit: 100 }),
		...(keys === undefined ? {} : { explicit_metadata: { total_count: explicit.length, items: explicit } }),
		details: details(ledger, address),
	}
}

/** An entity's balances, one item per fungible resource. */
export function fungibleItems(
	ledger: LocalLedger,
	{ address, aggregation_level: level }: { address: string; aggregation_level?: AggregationLevel },
) {
	if (level === 'Vault')
		throw GatewayRefusal.invalidRequest([
			{ path: 'aggregation_level', errors: ['the local ledger aggregates globally only'] },
		])
	if (readAddress(address).isResource) return []
	const { stateVersion } = ledger.info
	return ledger.fungibles(address).map(({ resource, amount }) => ({
		aggregation_level: 'Global',
		resource_address: resource,
		amount,
		last_updated_at_state_version: stateVersion,
	}))
}

const noOwner = { owner: { rule: { type: 'DenyAll' }, updater: 'None' }, entries: [] }

function details(ledger: LocalLedger, address: string) {
	const { isAccount, isResource } = readAddress(address)
	const resource = isResource ? ledger.resource(address) : null
	if (resource != null)
		return {
			type: 'FungibleResource',
			role_assignments: noOwner,
			divisibility: resource.divisibility,
			total_supply: resource.totalSupply,
			total_minted: resource.totalSupply,
			total_burned: '0',
		}
	return {
		type: 'Component',
		blueprint_name: isAccount ? 'Account' : 'Component',
		blueprint_version: '1.0.0',
		role_assignments: noOwner,
	}
}
