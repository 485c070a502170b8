import { addressWire, decimalWire, pairWire, symbolWire } from '@accord/protocol'
import { z } from 'zod'

// The service's configuration file, section by section. Every setting but those without a default may be left out.

const count = z.number().int().nonnegative()
const positive = z.number().int().positive()
const hexOf = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-fA-F]{${2 * bytes}}$`), `${bytes} bytes in hex`)

const keySettings = {
	curve: z.enum(['Ed25519', 'Secp256k1']).default('Ed25519'),
}

/** The key itself, or the file that holds its hex; neither, when the environment has it. */
const serviceKey = z.union([
	z.strictObject({ ...keySettings, private_key_hex: hexOf(32) }),
	z.strictObject({ ...keySettings, file: z.string().min(1) }),
	z.strictObject(keySettings),
])

/** A folder of the service's own, or a PostgreSQL server. Without either: a database that ends with the process. */
const database = z.discriminatedUnion('kind', [
	z.strictObject({ kind: z.literal('pglite'), directory: z.string().min(1).optional() }),
	z.strictObject({ kind: z.literal('postgres'), url: z.string().min(1) }),
])

const token = z.strictObject({
	symbol: symbolWire,
	resource_address: addressWire,
	divisibility: z.number().int().min(0).max(18),
	name: z.string().optional(),
	icon_url: z.string().default(''),
})

const settlement = z.strictObject({
	/** Each token's price, all in one currency: only their ratios count. */
	prices: z.record(z.string(), decimalWire).optional(),
	execution_amount_xrd: decimalWire.default('5'),
	solver_amount_xrd: decimalWire.default('0.25'),
})

const maker = z.strictObject({
	name: z.string().min(1),
	maker_id: z.string().min(1).optional(),
	accounts: z.array(addressWire),
	/** On the local network only. */
	api_key: z.string().min(1).optional(),
})

const limits = z.strictObject({
	/** A signed partial transaction has at most 64 KiB, twice that in hex. */
	body_bytes: positive.default(132 * 1024),
	message_bytes: positive.default(256 * 1024),
	/** What may wait to be read by one connection. */
	outgoing_bytes: positive.default(4 * 1024 * 1024),
	/** Calls of one session of a maker. */
	messages_per_second: positive.default(1000),
	/** Of one address. */
	requests_per_minute: positive.default(60_000),
	requests_per_minute_per_key: positive.default(60_000),
	event_streams_per_address: positive.default(256),
	previews_at_once: positive.default(2),
	previews_waiting: count.default(64),
	prefix_previews_waiting: count.default(8),
	open_orders_per_account: positive.default(8),
	/** What one maker may have open in one pair at once, in XRD at the operator's prices. */
	exposure_per_maker_xrd: decimalWire.default('200000000'),
})

export const configFile = z.strictObject({
	network_id: z.number().int().min(1).max(255),
	gateway_url: z.url({ protocol: /^https?$/ }),
	host: z.string().min(1).default('127.0.0.1'),
	port: z.number().int().min(0).max(65_535).default(8480),
	database,
	service_key: serviceKey.default({ curve: 'Ed25519' }),
	service_account: addressWire.optional(),
	tokens: z.array(token).min(1),
	pairs: z.array(pairWire.strict()),
	levels: z
		.array(z.strictObject({ taker_fee: decimalWire, maker_fee: decimalWire }))
		.min(1)
		.optional(),
	settlement: settlement.prefault({}),
	/** Into how many parts an order may be split. What one costs leaves room for 4 of them beside an order of up to 48 M units. */
	makers_per_order: z.number().int().min(1).max(4).default(4),
	price_book_withdraw_after_ms: count.default(2000),
	limits: limits.prefault({}),
	makers: z.array(maker).default([]),
	account_levels: z.array(z.strictObject({ address: addressWire, level: count })).default([]),
})

export type ConfigFile = z.infer<typeof configFile>
