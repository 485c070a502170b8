import { addressWire, decimalWire, symbolWire } from '@accord/protocol'
import { z } from 'zod'
import { breakerSettings } from './breaker-settings.ts'
import { pageSettings } from './page-settings.ts'

// The service's configuration file, section by section. Every setting but those without a default may be left out.
// The descriptions are the reference of docs/configuration.md; what is marked as secret is never shown.

const count = z.number().int().nonnegative()
const positive = z.number().int().positive()
const text = z.string().min(1)
const hexOf = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-fA-F]{${2 * bytes}}$`), `${bytes} bytes in hex`)
const secret = { secret: true }

const keySettings = {
	curve: z.enum(['Ed25519', 'Secp256k1']).default('Ed25519').describe('The curve of the service’s key.'),
}

/** The key itself, or the file that holds its hex; neither, when the environment has it. */
const serviceKey = z.union([
	z.strictObject({
		...keySettings,
		private_key_hex: hexOf(32)
			.describe('The key that signs the outer subintents, 32 bytes in hex. Better in a file of its own.')
			.meta(secret),
	}),
	z.strictObject({
		...keySettings,
		file: text.describe(
			'The file that holds the key’s hex, of mode 0600. A relative path starts at the configuration file.',
		),
	}),
	z.strictObject(keySettings),
])

/** A folder of the service's own, or a PostgreSQL server. Without either: a database that ends with the process. */
const database = z.discriminatedUnion('kind', [
	z.strictObject({
		kind: z.literal('pglite').describe('The embedded database, or a PostgreSQL server.'),
		directory: text
			.describe('The folder of the embedded database. Without one everything is forgotten when the service stops.')
			.optional(),
	}),
	z.strictObject({
		kind: z.literal('postgres'),
		url: text.describe('The PostgreSQL server: postgres://user:password@host/database.').meta(secret),
	}),
])

const token = z.strictObject({
	symbol: symbolWire.describe('The name by which clients call it.'),
	resource_address: addressWire.describe('Its resource on the ledger.'),
	divisibility: z.number().int().min(0).max(18).describe('Its decimal places on the ledger.'),
	name: z.string().optional().describe('A longer name for people; the symbol when absent.'),
	icon_url: z.string().default('').describe('An icon for pages.'),
})

const settlement = z.strictObject({
	prices: z
		.record(z.string(), decimalWire)
		.optional()
		.describe('Each token’s price, all in one currency: only their ratios count. The simulator has its own.'),
	execution_amount_xrd: decimalWire
		.default('5')
		.describe(
			'What an order or fill may cost the ledger at most, in XRD; what it costs less comes back as the rebate.',
		),
	solver_amount_xrd: decimalWire.default('0.25').describe('What a solver gets for each item that it settles, in XRD.'),
})

const maker = z.strictObject({
	name: text.describe('The maker’s name, for people.'),
	maker_id: text.optional().describe('Its id; the name when absent.'),
	accounts: z.array(addressWire).describe('The accounts that its fills may come from.'),
	api_key: text.optional().describe('Its API key. On the simulator only: elsewhere keys are issued.').meta(secret),
})

const pair = z.strictObject({
	base: symbolWire.describe('The token whose amounts the book counts.'),
	quote: symbolWire.describe('The token that its prices are in.'),
})

const limits = z.strictObject({
	// A signed partial transaction has at most 64 KiB, twice that in hex.
	body_bytes: positive.default(132 * 1024).describe('The longest body of a request.'),
	message_bytes: positive.default(256 * 1024).describe('The longest message on a WebSocket.'),
	outgoing_bytes: positive.default(4 * 1024 * 1024).describe('What may wait to be read by one connection.'),
	messages_per_second: positive.default(1000).describe('Calls of one session of a maker.'),
	requests_per_minute: positive
		.default(60_000)
		.describe('Requests of one address (see trusted_proxies if a proxy stands in front).'),
	requests_per_minute_per_key: positive.default(60_000).describe('Requests with one API key.'),
	event_streams_per_address: positive.default(256).describe('Server-sent event streams open at once, of one address.'),
	previews_at_once: positive.default(2).describe('Previews that the Gateway is asked for at once.'),
	previews_waiting: count.default(64).describe('Orders that may wait for their preview; more are refused as busy.'),
	prefix_previews_waiting: count.default(8).describe('Of these, orders with a prefix of their own.'),
	open_orders_per_account: positive.default(8).describe('Orders that one account may have open.'),
	exposure_per_maker_xrd: decimalWire
		.default('200000000')
		.describe('What one maker may have open in one pair at once, in XRD at the prices of settlement.prices.'),
})

const operator = z.strictObject({
	host: text
		.default('127.0.0.1')
		.describe('The address that the operator API listens on. Whoever reaches it and has the key rules the service.'),
	port: z.number().int().min(0).max(65_535).default(8490).describe('Its port; 0 takes a free one.'),
	key: text
		.describe('What opens it, at least 32 characters. Without this or key_file there is no operator API.')
		.meta(secret)
		.optional(),
	key_file: text
		.describe('The file that holds its key, of mode 0600. A relative path starts at the configuration file.')
		.optional(),
})

export const configFile = z.strictObject({
	network_id: z.number().int().min(1).max(255).describe('The Radix network: 1 mainnet, 2 stokenet, 242 the simulator.'),
	gateway_url: z
		.url({ protocol: /^https?$/ })
		.describe('Where the ledger’s Gateway API answers; it must serve the same network.'),
	host: text.default('127.0.0.1').describe('The address that the three interfaces listen on.'),
	port: z.number().int().min(0).max(65_535).default(8480).describe('Their port; 0 takes a free one.'),
	trusted_proxies: z
		.array(text)
		.default([])
		.describe(
			'Addresses or networks (10.0.0.0/8) of the proxies in front, whose X-Forwarded-For is believed. Limits per address go by it.',
		),
	operator: operator.optional(),
	log_level: z
		.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
		.default('info')
		.describe(
			'What is logged, one JSON line each: info has what becomes of orders and sessions, debug each message too.',
		),
	database,
	service_key: serviceKey.default({ curve: 'Ed25519' }),
	service_account: addressWire
		.optional()
		.describe('The account that platform fees go to; that of the service’s key when absent.'),
	tokens: z.array(token).min(1).describe('The tokens that are traded; XRD among them.'),
	pairs: z.array(pair).describe('The pairs that are traded.'),
	levels: z
		.array(
			z.strictObject({
				taker_fee: decimalWire.describe('The platform fee of users’ orders, a fraction: 0.001 is 0.1 %.'),
				maker_fee: decimalWire.describe('The platform fee of fills, a fraction.'),
			}),
		)
		.min(1)
		.optional()
		.describe('The fees of account levels 0, 1, 2, …. The simulator has three of its own.'),
	settlement: settlement.prefault({}),
	// What a part costs leaves room for 4 of them beside an order of up to 48 M units.
	makers_per_order: z.number().int().min(1).max(4).default(4).describe('Into how many parts an order may be split.'),
	price_book_withdraw_after_ms: count
		.default(2000)
		.describe('How long a maker’s book stands after the session that sent it has ended, in milliseconds.'),
	limits: limits.prefault({}),
	breaker: breakerSettings.prefault({}),
	page: pageSettings.prefault({}),
	makers: z
		.array(maker)
		.default([])
		.describe('Makers that are registered at start; others are created by the operator.'),
	account_levels: z
		.array(
			z.strictObject({
				address: addressWire.describe('An account.'),
				level: count.describe('Its level: an index into levels.'),
			}),
		)
		.default([])
		.describe('Levels of accounts, set anew at each start; all others are at level 0.'),
})

export type ConfigFile = z.infer<typeof configFile>
