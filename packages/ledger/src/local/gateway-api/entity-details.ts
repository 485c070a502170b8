import { readAddress } from '../../codec.ts'
import type { FungibleBalance } from '../../engine/ledger-types.ts'
import type { LocalLedger } from '../local-ledger.ts'
import { metadataItems } from './entity-metadata.ts'
import { page } from './page.ts'

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

/** An entity's balances, one item per fungible resource: the sum or the vaults. */
export function fungibleItems(
	ledger: LocalLedger,
	{ address, aggregation_level: level }: { address: string; aggregation_level?: AggregationLevel },
) {
	if (readAddress(address).isResource) return []
	const { stateVersion: last_updated_at_state_version } = ledger.info
	return ledger.fungibles(address).map(balance => {
		const { resource, amount } = balance
		if (level !== 'Vault')
			return { aggregation_level: 'Global', resource_address: resource, amount, last_updated_at_state_version }
		const items = vaultWires(ledger, balance)
		return {
			aggregation_level: 'Vault',
			resource_address: resource,
			vaults: { total_count: items.length, next_cursor: null, items },
		}
	})
}

/** An entity's vaults of one fungible resource; empty if it never held any. */
export function vaultItems(ledger: LocalLedger, { address, resource }: { address: string; resource: string }) {
	if (readAddress(address).isResource) return []
	const balance = ledger.fungibles(address).find(each => each.resource === resource)
	return balance === undefined ? [] : vaultWires(ledger, balance)
}

function vaultWires({ info }: LocalLedger, { vaults }: FungibleBalance) {
	const { stateVersion: last_updated_at_state_version } = info
	return vaults.map(({ vault, amount }) => ({ vault_address: vault, amount, last_updated_at_state_version }))
}

const noOwner = { owner: { rule: { type: 'DenyAll' }, updater: 'None' }, entries: [] }

// For packages and non-fungible resources only the metadata is served.
function details(ledger: LocalLedger, address: string) {
	const { isAccount, isResource, entityType } = readAddress(address)
	if (isResource) return resourceDetails(ledger, address)
	if (entityType === 'GlobalPackage') return undefined
	const package_address = entityType === 'GlobalGenericComponent' ? ledger.packageOf(address) : undefined
	return {
		type: 'Component',
		...(package_address === undefined ? {} : { package_address }),
		blueprint_name: isAccount ? 'Account' : 'Component',
		blueprint_version: '1.0.0',
		role_assignments: noOwner,
	}
}

function resourceDetails(ledger: LocalLedger, address: string) {
	const resource = ledger.resource(address)
	if (resource === null) return undefined
	return {
		type: 'FungibleResource',
		role_assignments: noOwner,
		divisibility: resource.divisibility,
		total_supply: resource.totalSupply,
		total_minted: resource.totalSupply,
		total_burned: '0',
	}
}
