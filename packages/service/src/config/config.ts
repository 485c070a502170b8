import { Decimal, type LevelFee, type Pair, type Token } from '@accord/protocol'
import type { z } from 'zod'
import { type BreakerRules, toBreakerRules } from './breaker-settings.ts'
import { checkConfig } from './check-config.ts'
import { localLevels, localPrices } from './local-defaults.ts'
import { type PageConfig, toPageConfig } from './page-settings.ts'
import { readSettings, type SettingsSource } from './read-settings.ts'
import { type ConfigFile, configFile } from './settings-schema.ts'

/** Where the service keeps its rows: a folder of its own (none: only while the process runs), or a PostgreSQL server. */
export type DatabaseConfig =
	| { readonly kind: 'pglite'; readonly directory?: string }
	| { readonly kind: 'postgres'; readonly url: string }

/** Where the operator API listens, and what opens it. */
export type OperatorConfig = { readonly host: string; readonly port: number; readonly key: string }

export type ServiceKey = { readonly curve: 'Ed25519' | 'Secp256k1'; readonly privateKeyHex: string }

/** What settlement fees are made of: amounts in XRD, and each token's price in one common currency. */
export type SettlementConfig = {
	readonly prices: Readonly<Record<string, Decimal>>
	readonly executionAmountXrd: Decimal
	readonly solverAmountXrd: Decimal
}

export type ConfiguredMaker = {
	readonly name: string
	readonly makerId?: string
	readonly accounts: readonly string[]
	readonly apiKey?: string
}

/** All that an operator decides. Amounts are exact; times are milliseconds. */
export type Config = {
	readonly networkId: number
	readonly gatewayUrl: string
	readonly host: string
	readonly port: number
	/** Addresses and networks of proxies whose X-Forwarded-For is believed. */
	readonly trustedProxies: readonly string[]
	readonly logLevel: ConfigFile['log_level']
	/** Absent: there is no operator API. */
	readonly operator?: OperatorConfig
	readonly database: DatabaseConfig
	readonly serviceKey: ServiceKey
	/** Where platform fees go; absent: the account of the service's key. */
	readonly serviceAccount?: string
	readonly tokens: readonly Token[]
	readonly pairs: readonly Pair[]
	readonly levels: readonly LevelFee[]
	readonly settlement: SettlementConfig
	readonly makersPerOrder: number
	readonly priceBookWithdrawAfterMs: number
	readonly limits: Limits
	readonly breaker: BreakerRules
	readonly page: PageConfig
	readonly makers: readonly ConfiguredMaker[]
	readonly accountLevels: readonly { readonly address: string; readonly level: number }[]
}

export type Limits = {
	readonly bodyBytes: number
	readonly messageBytes: number
	readonly outgoingBytes: number
	readonly messagesPerSecond: number
	readonly requestsPerMinute: number
	readonly requestsPerMinutePerKey: number
	readonly eventStreamsPerAddress: number
	readonly previewsAtOnce: number
	readonly previewsWaiting: number
	readonly prefixPreviewsWaiting: number
	readonly openOrdersPerAccount: number
	readonly exposurePerMakerXrd: Decimal
}

/** The configuration of a process: the file that `ACCORD_CONFIG` or `source` names, and what the environment sets instead. */
export async function readConfig(env: NodeJS.ProcessEnv, source: SettingsSource = {}): Promise<Config> {
	return parseConfig(await readSettings(env, source))
}

/** Reads the configuration file's words. Throws an error that names every wrong setting. */
export function parseConfig(settings: unknown): Config {
	const read = configFile.safeParse(settings)
	if (!read.success) throw new ConfigError(read.error.issues.flatMap(problemsOf))
	const config = toConfig(read.data)
	const problems = checkConfig(config)
	if (problems.length > 0) throw new ConfigError(problems)
	return config
}

/** The configuration is wrong: one line for each setting. */
export class ConfigError extends Error {
	constructor(problems: readonly string[]) {
		super(`the configuration is wrong:\n  ${problems.join('\n  ')}`)
		this.name = 'ConfigError'
	}
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
	const path = issue.path.join('.')
	if (issue.code === 'unrecognized_keys')
		return issue.keys.map(key => `${[...issue.path, key].join('.')}: no such setting`)
	return [`${path === '' ? 'settings' : path}: ${issue.message}`]
}

function toConfig(file: ConfigFile): Config {
	const { service_key: key } = file
	return {
		networkId: file.network_id,
		gatewayUrl: file.gateway_url,
		host: file.host,
		port: file.port,
		trustedProxies: file.trusted_proxies,
		logLevel: file.log_level,
		...(file.operator !== undefined && { operator: toOperator(file.operator) }),
		database: file.database as DatabaseConfig,
		serviceKey: { curve: key.curve, privateKeyHex: 'private_key_hex' in key ? key.private_key_hex.toLowerCase() : '' },
		...(file.service_account !== undefined && { serviceAccount: file.service_account }),
		tokens: file.tokens.map(toToken),
		pairs: file.pairs,
		...feesOf(file),
		makersPerOrder: file.makers_per_order,
		priceBookWithdrawAfterMs: file.price_book_withdraw_after_ms,
		limits: toLimits(file.limits),
		breaker: toBreakerRules(file.breaker),
		page: toPageConfig(file.page),
		makers: file.makers.map(toMaker),
		accountLevels: file.account_levels,
	}
}

function toOperator({ host, port, key = '' }: NonNullable<ConfigFile['operator']>): OperatorConfig {
	return { host, port, key }
}

function feesOf({ network_id, levels, settlement, tokens }: ConfigFile): Pick<Config, 'levels' | 'settlement'> {
	const local = network_id === simulatorId
	const defaultLevels = local ? localLevels : []
	const defaultPrices = local ? localPrices : {}
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
		},
	}
}

const simulatorId = 242

function toToken({ symbol, resource_address, divisibility, name, icon_url }: ConfigFile['tokens'][number]): Token {
	return { symbol, resourceAddress: resource_address, divisibility, name: name ?? symbol, iconUrl: icon_url }
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
		requestsPerMinute: limits.requests_per_minute,
		requestsPerMinutePerKey: limits.requests_per_minute_per_key,
		eventStreamsPerAddress: limits.event_streams_per_address,
		previewsAtOnce: limits.previews_at_once,
		previewsWaiting: limits.previews_waiting,
		prefixPreviewsWaiting: limits.prefix_previews_waiting,
		openOrdersPerAccount: limits.open_orders_per_account,
		exposurePerMakerXrd: Decimal.parse(limits.exposure_per_maker_xrd),
	}
}
