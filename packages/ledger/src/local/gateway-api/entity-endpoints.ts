import type { FastifyInstance } from 'fastify'
import { tryReadAddress } from '../../codec.ts'
import type { LocalLedger } from '../local-ledger.ts'
import { entityDetails, fungibleItems, vaultItems } from './entity-details.ts'
import { metadataItems } from './entity-metadata.ts'
import { GatewayRefusal } from './gateway-refusal.ts'
import type { GatewayServerOptions } from './gateway-server-options.ts'
import { type LedgerStateSelector, ledgerStateSelector, ledgerStateWire, requireNewestState } from './ledger-state.ts'
import { page } from './page.ts'

type DetailsRequest = {
	addresses: string[]
	at_ledger_state?: LedgerStateSelector
	aggregation_level?: 'Global' | 'Vault'
	opt_ins?: { explicit_metadata?: string[] }
}

type PageRequest = {
	address: string
	at_ledger_state?: LedgerStateSelector
	aggregation_level?: 'Global' | 'Vault'
	cursor?: string | null
	limit_per_page?: number | null
}

type VaultsRequest = Omit<PageRequest, 'aggregation_level'> & { resource_address: string }

const aggregationLevel = { enum: ['Global', 'Vault'] } as const

const detailsRequest = {
	type: 'object',
	required: ['addresses'],
	properties: {
		addresses: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: 20 },
		at_ledger_state: ledgerStateSelector,
		aggregation_level: aggregationLevel,
		opt_ins: {
			type: 'object',
			properties: { explicit_metadata: { type: 'array', items: { type: 'string' }, maxItems: 20 } },
		},
	},
} as const

const pageRequest = {
	type: 'object',
	required: ['address'],
	properties: {
		address: { type: 'string', minLength: 1 },
		at_ledger_state: ledgerStateSelector,
		aggregation_level: aggregationLevel,
		cursor: { type: ['string', 'null'] },
		limit_per_page: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
	},
} as const

const vaultsRequest = {
	...pageRequest,
	required: ['address', 'resource_address'],
	properties: { ...pageRequest.properties, resource_address: { type: 'string', minLength: 1 } },
} as const

/** `/state/entity/details` and the pages of an entity's fungibles, of its vaults of one resource, and of its metadata. */
export function registerEntity(server: FastifyInstance, { ledger }: GatewayServerOptions): void {
	server.post<{ Body: DetailsRequest }>(
		'/state/entity/details',
		{ schema: { body: detailsRequest } },
		async request => {
			const { addresses, at_ledger_state: at, aggregation_level: level, opt_ins: optIns } = request.body
			requireNewestState(ledger, at, false)
			const items = addresses.map((address, n) => {
				requireEntity(ledger, address, `addresses[${n}]`)
				return entityDetails(ledger, { address, level, ...optIns })
			})
			return { ledger_state: ledgerStateWire(ledger), items }
		},
	)
	server.post<{ Body: PageRequest }>(
		'/state/entity/page/fungibles/',
		{ schema: { body: pageRequest } },
		async request => pageOf(ledger, request.body, () => fungibleItems(ledger, request.body)),
	)
	server.post<{ Body: VaultsRequest }>(
		'/state/entity/page/fungible-vaults/',
		{ schema: { body: vaultsRequest } },
		async ({ body: { resource_address, ...request } }) => {
			const vaults = () => vaultItems(ledger, { address: request.address, resource: resource_address })
			return { resource_address, ...pageOf(ledger, request, vaults) }
		},
	)
	server.post<{ Body: PageRequest }>('/state/entity/page/metadata', { schema: { body: pageRequest } }, async request =>
		pageOf(ledger, request.body, () => metadataItems(ledger, request.body.address)),
	)
}

function pageOf<T>(ledger: LocalLedger, request: Omit<PageRequest, 'aggregation_level'>, items: () => T[]) {
	const { address, at_ledger_state: at, cursor, limit_per_page: limit } = request
	requireNewestState(ledger, at, cursor != null)
	requireEntity(ledger, address, 'address')
	return { ledger_state: ledgerStateWire(ledger), address, ...page(items(), { cursor, limit: limit ?? 100 }) }
}

function requireEntity(ledger: LocalLedger, address: string, path: string): void {
	const refuse = (error: string) => GatewayRefusal.invalidRequest([{ path, errors: [error] }])
	const read = tryReadAddress(address)
	if (read === undefined) throw refuse(`'${path}' must be a valid Bech32M-encoded RadixAddress.`)
	if (read.networkId !== ledger.networkId) throw refuse(`'${path}' doesn't belong to this network.`)
	if (!isPreallocated(read.entityType) && !ledger.exists(address)) throw GatewayRefusal.entityNotFound(address)
}

/** The account or identity of a key always exists, even if it was never used. */
function isPreallocated(entityType: string): boolean {
	return entityType.startsWith('GlobalPreallocated')
}
