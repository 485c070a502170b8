import type { Markers } from '@accord/ledger'
import { type Curve, Decimal, type LevelFee, type Pair, simulatorNetworkId, type Token } from '@accord/protocol'
import { type BreakerRules, toBreakerRules } from './breaker-settings.ts'
import { type BusConfig, toBusConfig } from './bus-settings.ts'
import { simulatorLevels, simulatorPrices } from './networks.ts'
import type { ConfigFile } from './settings-schema.ts'

/**
 * A PostgreSQL server's URL, or the directory of an embedded one; an embedded one without a directory exists only while
 * the process runs.
 */
export type DatabaseConfig = { readonly url: string } | { readonly directory?: string }

/** Where the operator API listens, and its key. */
export type OperatorConfig = { readonly host: string; readonly port: number; readonly key: string }

export type ServiceKey = { readonly curve: Curve; readonly privateKeyHex: string }

/** The inputs of settlement fees: amounts in XRD, and each token's price in one common currency. */
export type SettlementConfig = {
	readonly prices: Readonly<Record<string, Decimal>>
	readonly executionAmountXrd: Decimal
	readonly solverAmountXrd: Decimal
	/** How far a level may be from the ratio of the prices, as a fraction of it. */
	readonly priceBand: Decimal
	/** The least surplus of a fill that the user gets. */
	readonly surplusMinXrd: Decimal
}

export type ConfiguredMaker = {
	readonly name: string
	readonly makerId?: string
	readonly accounts: readonly string[]
	readonly apiKey?: string
}

/** The trading page's configuration. */
export type PageConfig = {
	/** The Gateway's address for browsers, if it differs from the service's. */
	readonly gatewayUrl?: string
	/** The account that defines the page as a dApp on the ledger. */
	readonly dappDefinitionAddress?: string
	/** The origins whose pages may show the swap in a frame. */
	readonly embedOrigins?: readonly string[]
}

/** The component that mints on credit, and the keys that act for it. */
export type InstamintConfig = {
	readonly component: string
	/** If absent, this service only reads the component. */
	readonly operatorKey?: ServiceKey
	/** The key from which customers' payback addresses are derived; if absent, there are none. */
	readonly paybackKey?: ServiceKey
}

/** The validated configuration. Amounts are exact; times are in milliseconds. */
export type Config = {
	readonly networkId: number
	readonly gatewayUrl: string
	readonly host: string
	readonly port: number
	/** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
	readonly trustedProxies: readonly string[]
	readonly logLevel: ConfigFile['log_level']
	/** If absent, there is no operator API. */
	readonly operator?: OperatorConfig
	readonly database: DatabaseConfig
	readonly bus: BusConfig
	readonly serviceKey: ServiceKey
	/** The key before a change, while orders that name it are still accepted. */
	readonly formerServiceKey?: ServiceKey
	/** A key that agreed settings may name, held in advance. */
	readonly nextServiceKey?: ServiceKey
	/** The account that receives platform fees; if absent, the account of the service's key. */
	readonly serviceAccount?: string
	/** What binds the items of a bundle to each other on the ledger. */
	readonly markers: Markers
	readonly tokens: readonly Token[]
	readonly pairs: readonly Pair[]
	/** The tokens over which orders may be routed; if absent, all. */
	readonly routes?: readonly string[] | undefined
	readonly levels: readonly LevelFee[]
	readonly settlement: SettlementConfig
	/** Packages whose code may run before any number of orders. */
	readonly prefixPackages: readonly string[]
	readonly makersPerOrder: number
	readonly priceBookWithdrawAfterMs: number
	readonly ledger: LedgerRules
	readonly limits: Limits
	readonly retention: RetentionRules
	readonly breaker: BreakerRules
	readonly page: PageConfig
	/** If absent, no one can mint on credit. */
	readonly instamint?: InstamintConfig
	readonly makers: readonly ConfiguredMaker[]
	readonly accountLevels: readonly { readonly address: string; readonly level: number }[]
}

/** The conditions for trusting the ledger's answers. */
export type LedgerRules = {
	/** A second Gateway that must agree before anything ends as expired. */
	readonly secondGatewayUrl?: string
	/** How far the ledger's clock may differ from ours. */
	readonly clockSkewMaxMs: number
	/** How far past an expiry our own clock must be as well. */
	readonly expiryMarginMs: number
}

/** How long ended orders and logs are kept. */
export type RetentionRules = { readonly ordersMs: number; readonly logMs: number }

export type Limits = {
	readonly bodyBytes: number
	readonly messageBytes: number
	readonly outgoingBytes: number
	readonly messagesPerSecond: number
	readonly messageBytesPerSecond: number
	readonly priceBookLevelsPerSecond: number
	readonly requestsPerMinute: number
	readonly requestsPerMinutePerKey: number
	readonly connections: number
	readonly connectionsPerAddress: number
	readonly eventStreamsPerAddress: number
	readonly solverConnectionsPerAddress: number
	readonly replaysPerAddress: number
	readonly previewsAtOnce: number
	readonly previewsAtOnceMax: number
	readonly previewsWaiting: number
	readonly prefixPreviewsWaiting: number
	readonly prefixPreviewsPerMinute: number
	readonly openOrdersPerAccount: number
	readonly refusalEntriesPerDay: number
	readonly diskFreeBytes: number
	readonly exposurePerMakerXrd: Decimal
}

/** The same settings in the service's terms, without checks across them. */
export function toConfig(file: ConfigFile): Config {
	const { service_key: key, former_service_key: former, next_service_key: next } = file
	return {
		networkId: file.network_id,
		gatewayUrl: file.gateway_url,
		host: file.host,
		port: file.port,
		trustedProxies: file.trusted_proxies,
		logLevel: file.log_level,
		...(file.operator !== undefined && { operator: toOperator(file.operator) }),
		database: toDatabase(file.database),
		bus: toBusConfig(file.bus),
		serviceKey: toKey(key),
		...(former !== undefined && { formerServiceKey: toKey(former) }),
		...(next !== undefined && { nextServiceKey: toKey(next) }),
		...(file.service_account !== undefined && { serviceAccount: file.service_account }),
		markers: file.markers,
		...toMarketConfig(file),
		prefixPackages: file.prefix.packages,
		makersPerOrder: file.makers_per_order,
		priceBookWithdrawAfterMs: file.price_book_withdraw_after_ms,
		ledger: toLedgerRules(file.ledger),
		limits: toLimits(file.limits),
		retention: toRetentionRules(file.retention),
		breaker: toBreakerRules(file.breaker),
		page: toPage(file.page),
		...(file.instamint !== undefined && { instamint: toInstamint(file.instamint) }),
		makers: file.makers.map(toMaker),
		accountLevels: file.account_levels,
	}
}

/** The sections of the file that say what is traded, and for which fees. */
export type MarketFile = Pick<ConfigFile, 'network_id' | 'tokens' | 'pairs' | 'routes' | 'levels' | 'settlement'>

/** Those sections in the service's terms. */
export function toMarketConfig(file: MarketFile) {
	return {
		tokens: file.tokens.map(toToken),
		pairs: file.pairs,
		...(file.routes !== undefined && { routes: file.routes }),
		...feesOf(file),
	} satisfies Partial<Config>
}

/** The hex is empty if it is in neither the settings nor a file. */
export function toKey(key: ConfigFile['service_key']): ServiceKey {
	return { curve: key.curve, privateKeyHex: 'private_key_hex' in key ? key.private_key_hex.toLowerCase() : '' }
}

function toInstamint({
	component,
	operator_key: operator,
	payback_key: payback,
}: NonNullable<ConfigFile['instamint']>): InstamintConfig {
	return {
		component,
		...(operator !== undefined && { operatorKey: toKey(operator) }),
		...(payback !== undefined && { paybackKey: toKey(payback) }),
	}
}

function toLedgerRules(ledger: ConfigFile['ledger']): LedgerRules {
	const { clock_skew_max_ms: clockSkewMaxMs, expiry_margin_ms: expiryMarginMs, second_gateway_url: url } = ledger
	return { clockSkewMaxMs, expiryMarginMs, ...(url === undefined ? {} : { secondGatewayUrl: url }) }
}

const dayMs = 86_400_000

function toRetentionRules(retention: ConfigFile['retention']): RetentionRules {
	return { ordersMs: retention.orders_days * dayMs, logMs: retention.log_days * dayMs }
}

function toDatabase({ url, directory }: ConfigFile['database']): DatabaseConfig {
	if (url !== undefined) return { url }
	return directory === undefined ? {} : { directory }
}

function toOperator({ host, port, key = '' }: NonNullable<ConfigFile['operator']>): OperatorConfig {
	return { host, port, key }
}

function feesOf({ network_id, levels, settlement, tokens }: MarketFile): Pick<Config, 'levels' | 'settlement'> {
	const isSimulator = network_id === simulatorNetworkId
	const defaultLevels = isSimulator ? simulatorLevels : []
	const defaultPrices = isSimulator ? simulatorPrices : {}
	const prices = tokens.flatMap(({ symbol }) => {
		const price = settlement.prices?.[symbol] ?? defaultPrices[symbol]
		return price === undefined ? [] : [[symbol, Decimal.parse(price)] as const]
	})
	return {
		levels: (levels ?? defaultLevels).map(level => ({
			takerFee: Decimal.parse(level.taker_fee),
			makerFee: Decimal.parse(level.maker_fee),
		})),
		settlement: {
			prices: Object.fromEntries(prices),
			executionAmountXrd: Decimal.parse(settlement.execution_amount_xrd),
			solverAmountXrd: Decimal.parse(settlement.solver_amount_xrd),
			priceBand: Decimal.parse(settlement.price_band),
			surplusMinXrd: Decimal.parse(settlement.surplus_min),
		},
	}
}

function toToken({ symbol, resource_address, divisibility, name, icon_url }: ConfigFile['tokens'][number]): Token {
	return { symbol, resourceAddress: resource_address, divisibility, name: name ?? symbol, iconUrl: icon_url }
}

function toPage({ gateway_url, dapp_definition_address, embed_origins }: ConfigFile['page']): PageConfig {
	return {
		...(embed_origins !== undefined && { embedOrigins: embed_origins }),
		...(gateway_url !== undefined && { gatewayUrl: gateway_url }),
		...(dapp_definition_address !== undefined && { dappDefinitionAddress: dapp_definition_address }),
	}
}

function toMaker({ name, maker_id, accounts, api_key }: ConfigFile['makers'][number]): ConfiguredMaker {
	return {
		name,
		accounts,
		...(maker_id !== undefined && { makerId: maker_id }),
		...(api_key !== undefined && { apiKey: api_key }),
	}
}

function toLimits(limits: ConfigFile['limits']): Limits {
	return {
		bodyBytes: limits.body_bytes,
		messageBytes: limits.message_bytes,
		outgoingBytes: limits.outgoing_bytes,
		messagesPerSecond: limits.messages_per_second,
		messageBytesPerSecond: limits.message_bytes_per_second,
		priceBookLevelsPerSecond: limits.price_book_levels_per_second,
		requestsPerMinute: limits.requests_per_minute,
		requestsPerMinutePerKey: limits.requests_per_minute_per_key,
		connections: limits.connections,
		connectionsPerAddress: limits.connections_per_address,
		eventStreamsPerAddress: limits.event_streams_per_address,
		solverConnectionsPerAddress: limits.solver_connections_per_address,
		replaysPerAddress: limits.replays_per_address,
		previewsAtOnce: limits.previews_at_once,
		previewsAtOnceMax: Math.max(limits.previews_at_once, limits.previews_at_once_max),
		previewsWaiting: limits.previews_waiting,
		prefixPreviewsWaiting: limits.prefix_previews_waiting,
		prefixPreviewsPerMinute: limits.prefix_previews_per_minute,
		openOrdersPerAccount: limits.open_orders_per_account,
		refusalEntriesPerDay: limits.refusal_entries_per_day,
		diskFreeBytes: limits.disk_free_bytes,
		exposurePerMakerXrd: Decimal.parse(limits.exposure_per_maker_xrd),
	}
}
