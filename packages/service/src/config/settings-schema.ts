import { addressWire, decimalWire, symbolWire } from '@accord/protocol'
import { z } from 'zod'
import { breakerSettings } from './breaker-settings.ts'
import { busSettings } from './bus-settings.ts'
import { denyHookSettings } from './deny-hook-settings.ts'

// The schema of the service's configuration file, section by section. docs/configuration.md is generated from the
// descriptions. Settings marked as secret are never shown.

const count = z.number().int().nonnegative()
const positive = z.number().int().positive()
const text = z.string().min(1)
const hexOf = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-fA-F]{${2 * bytes}}$`), `${bytes} bytes in hex`)
const secret = { secret: true }

/** The key itself, or the file with its hex; neither if the environment provides it. */
function keyOf({ whose, purpose }: { whose: string; purpose: string }) {
	const curve = z.enum(['Ed25519', 'Secp256k1']).default('Ed25519').describe(`The curve of ${whose}.`)
	const hex = hexOf(32).describe(`${purpose}, 32 bytes in hex.`).meta(secret)
	const file = text.describe('The file with the key’s hex.')
	return z.union([
		z.strictObject({ curve, private_key_hex: hex }),
		z.strictObject({ curve, file }),
		z.strictObject({ curve }),
	])
}

const serviceKey = keyOf({ whose: 'the service’s key', purpose: 'The key that signs the outer subintents' })

const instamint = z.strictObject({
	component: addressWire.describe(
		'The Instamint component on the ledger, from which makers mint on credit. Without this section there is none.',
	),
	operator_key: keyOf({
		whose: 'the operator’s key',
		purpose: 'The key that signs as the component’s operator, and whose account pays for its transactions',
	}).optional(),
	payback_key: keyOf({
		whose: 'the payback key',
		purpose: 'The key that the payback addresses of all customers derive from, and which can take what is sent there',
	}).optional(),
})

/** A PostgreSQL server, or an embedded one: without a directory it exists only while the process runs. */
const database = z
	.strictObject({
		kind: z
			.literal('postgres', 'the embedded database is PostgreSQL: leave this out, and choose a new directory')
			.describe('Needed by version 0.1 only, which may still run on other nodes.')
			.optional(),
		directory: text
			.describe(
				'The directory of the embedded PostgreSQL, unless url names a server. With neither, all data is lost when the service stops.',
			)
			.optional(),
		url: text
			.describe(
				'The PostgreSQL server, in place of the embedded one: postgres://user:password@host/database. Of several, separated by commas, the one that accepts writes is used.',
			)
			.meta(secret)
			.optional(),
		password_file: text.describe('The file with the password, unless the URL has one.').optional(),
	})
	.refine(({ directory, url }) => directory === undefined || url === undefined, {
		path: ['directory'],
		message: 'not together with database.url',
	})

const token = z.strictObject({
	symbol: symbolWire.describe('Its symbol in every interface.'),
	resource_address: addressWire.describe('Its resource address on the ledger.'),
	divisibility: z.number().int().min(0).max(18).describe('Its decimal places on the ledger.'),
	name: z.string().optional().describe('Its display name; by default the symbol.'),
	icon_url: z.string().default('').describe('The URL of its icon.'),
})

const settlement = z.strictObject({
	prices: z
		.record(z.string(), decimalWire)
		.optional()
		.describe('Each token’s price in one common currency; only the ratios matter. The simulator has defaults.'),
	execution_amount_xrd: decimalWire
		.default('5')
		.describe('The most that executing an order or fill may cost, in XRD; the unused part is returned as the rebate.'),
	solver_amount_xrd: decimalWire.default('0.25').describe('The solver’s pay for each item that it settles, in XRD.'),
	price_band: decimalWire
		.default('0.5')
		.describe(
			'How far a level of a maker’s book may be from the ratio of these prices, as a fraction of it. Levels beyond it are held back from the order book, and their makers told.',
		),
	surplus_min: decimalWire
		.default('0.1')
		.describe(
			'The least that a maker must give beyond the user’s limit for the user to get it, in XRD at these prices; delivery costs about 0.06.',
		),
})

const markers = z.strictObject(
	{
		box: addressWire.describe('The account that the markers of an item pass through.'),
		order: addressWire.describe('The resource that orders mint and fills burn.'),
		fill: addressWire.describe('The resource that fills mint and orders burn.'),
	},
	{
		error: ({ input }) =>
			input === undefined ? 'missing; accord markers create makes them, and prints this section' : undefined,
	},
)

const prefix = z.strictObject({
	packages: z
		.array(addressWire)
		.default([])
		.describe(
			'Packages whose code may run before an order, such as those of exchanges. Orders that run others are taken one at a time per package and per signer.',
		),
})

const maker = z.strictObject({
	name: text.describe('The maker’s display name.'),
	maker_id: text.optional().describe('Its id; by default the name.'),
	accounts: z.array(addressWire).describe('The accounts that its fills may come from.'),
	api_key: text.optional().describe('Its API key, on the simulator only; elsewhere keys are issued.').meta(secret),
})

const pair = z.strictObject({
	base: symbolWire.describe('The token that amounts are in.'),
	quote: symbolWire.describe('The token that prices are in.'),
})

const limits = z.strictObject({
	// A signed partial transaction has at most 64 KiB, twice that in hex.
	body_bytes: positive.default(132 * 1024).describe('The largest request body.'),
	message_bytes: positive.default(256 * 1024).describe('The largest WebSocket message.'),
	outgoing_bytes: positive.default(4 * 1024 * 1024).describe('The most unsent data per connection.'),
	messages_per_second: positive.default(1000).describe('Messages of a maker per second, over all its sessions.'),
	message_bytes_per_second: positive
		.default(4 * 1024 * 1024)
		.describe('Bytes of a maker’s messages per second, over all its sessions.'),
	price_book_levels_per_second: positive
		.default(50_000)
		.describe('Levels of a maker’s price books per second, over all its sessions.'),
	requests_per_minute: positive
		.default(60_000)
		.describe(
			'Requests per address (behind a proxy, see trusted_proxies): at most ten seconds’ worth, or 60, at once. Orders and quotes count as 10, checks and construction as 20.',
		),
	requests_per_minute_per_key: positive.default(60_000).describe('Requests per API key.'),
	connections: positive
		.default(10_000)
		.describe(
			'Open public connections, at most half of the files that the process may open. Others are closed at once.',
		),
	connections_per_address: positive
		.default(512)
		.describe(
			'Open connections per address; behind a proxy in trusted_proxies, concurrent requests and sockets per client.',
		),
	event_streams_per_address: positive.default(256).describe('Open server-sent event streams per address.'),
	solver_connections_per_address: positive
		.default(32)
		.describe('Solvers connected per address, and per key for those that send one.'),
	replays_per_address: positive
		.default(4)
		.describe(
			'Solvers per address, and per key, that may be reading the stream from more than 100 entries before its end at once; more are refused with rate_limited.',
		),
	previews_at_once: positive
		.default(2)
		.describe('Previews that each node may always request from the Gateway at once.'),
	previews_at_once_max: positive
		.default(16)
		.describe(
			'The most that each node ever may, while the Gateway answers as fast as with fewer; no less than previews_at_once.',
		),
	previews_waiting: count.default(64).describe('Orders that may wait for their preview; more are refused with busy.'),
	prefix_previews_per_minute: positive
		.default(60)
		.describe('Previews per address of orders in the separate queue; more are refused without a call to the Gateway.'),
	prefix_previews_waiting: count
		.default(8)
		.describe(
			'How many more may wait in the separate queue, for orders with a prefix, or signed only by keys from which their account does not derive.',
		),
	open_orders_per_account: positive.default(8).describe('Open orders per account, over all nodes.'),
	refusal_entries_per_day: positive
		.default(5_000)
		.describe(
			'Entries of the audit log about refusals, by code and actor, in a day; further ones are by code and hour only.',
		),
	disk_free_bytes: count
		.default(256 * 1024 * 1024)
		.describe(
			'The free space required on the embedded database’s disk. Below it new orders are refused with orders_paused, so that there is room to end the open ones.',
		),
	exposure_per_maker_xrd: decimalWire
		.default('200000000')
		.describe(
			'The most that one maker may have open in one pair, in XRD at the prices of settlement.prices, over all nodes.',
		),
})

const operator = z.strictObject({
	host: text
		.default('127.0.0.1')
		.describe(
			'The address that the operator API listens on. Anyone who can reach it and has the key controls the service.',
		),
	port: z.number().int().min(0).max(65_535).default(8490).describe('Its port; 0 picks a free one.'),
	key: text
		.describe('Its key, at least 32 characters. Without this or key_file there is no operator API.')
		.meta(secret)
		.optional(),
	key_file: text.describe('The file with its key.').optional(),
})

const ledger = z.strictObject({
	second_gateway_url: z
		.url({ protocol: /^https?$/ })
		.describe(
			'Another Gateway of the same network, run by someone else: nothing ends as expired, and no outcome is corrected, unless both agree.',
		)
		.optional(),
	clock_skew_max_ms: positive
		.default(10_000)
		.describe(
			'How far the ledger’s clock may be from this machine’s, in milliseconds. Beyond it the Gateway is not believed: orders are refused, and no outcome is written.',
		),
	expiry_margin_ms: count
		.default(2000)
		.describe(
			'How far this machine’s clock must also have passed an expiry before the ledger’s answers can end an order or fill as expired, in milliseconds.',
		),
})

const days = positive.max(36_500)

const retention = z.strictObject({
	orders_days: days
		.min(2)
		.default(30)
		.describe(
			'How many days orders are kept after they ended, with their parts, fills, bundles and bytes. At least 2: ended orders are compared with the ledger for a day.',
		),
	log_days: days
		.default(365)
		.describe('How many days entries of the makers’ fill logs are kept; no less than orders_days.'),
})

const page = z.strictObject({
	gateway_url: z
		.url({ protocol: /^https?$/ })
		.describe('Where browsers reach the Gateway, for balances; by default gateway_url.')
		.optional(),
	dapp_definition_address: addressWire
		.describe('The account that defines the page as a dApp on the ledger. Without it no wallet can connect.')
		.optional(),
	embed_origins: z
		.array(
			z
				.url({ protocol: /^https?$/ })
				.refine(text => URL.canParse(text) && new URL(text).origin === text, 'an origin, without a path'),
		)
		.describe(
			'Origins (https://dex.example) whose pages may show the swap in a frame, at /embed. Without any there is no /embed.',
		)
		.optional(),
})

export const configFile = z.strictObject({
	network_id: z.number().int().min(1).max(255).describe('The Radix network: 1 mainnet, 2 stokenet, 242 the simulator.'),
	gateway_url: z.url({ protocol: /^https?$/ }).describe('The ledger’s Gateway API, which must serve the same network.'),
	host: text.default('127.0.0.1').describe('The address that the three APIs listen on.'),
	port: z.number().int().min(0).max(65_535).default(8480).describe('Their port; 0 picks a free one.'),
	trusted_proxies: z
		.array(text)
		.default([])
		.describe(
			'Addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For is trusted. Limits per address use it.',
		),
	operator: operator.optional(),
	log_level: z
		.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
		.default('info')
		.describe(
			'The least severe level that is logged. info has the steps of orders and sessions, debug also every message.',
		),
	database,
	bus: busSettings.default({ kind: 'in_process' }),
	service_key: serviceKey.default({ curve: 'Ed25519' }),
	former_service_key: serviceKey
		.optional()
		.describe('The key before a change: orders that name it are still accepted. Its file may be missing.'),
	next_service_key: serviceKey
		.optional()
		.describe('A key that agreed settings may name as the service’s. Its file may be missing.'),
	service_account: addressWire
		.optional()
		.describe('The account that receives platform fees; by default that of the service’s key.'),
	markers,
	tokens: z.array(token).min(1).describe('The traded tokens, including XRD.'),
	pairs: z.array(pair).describe('The pairs for which makers send books.'),
	routes: z
		.array(symbolWire)
		.optional()
		.describe(
			'The tokens over which two others may be traded that have books against them; by default all. []: only the pairs.',
		),
	levels: z
		.array(
			z.strictObject({
				taker_fee: decimalWire.describe('The platform fee of users’ orders, as a fraction: 0.001 is 0.1 %.'),
				maker_fee: decimalWire.describe('The platform fee of fills, as a fraction.'),
			}),
		)
		.min(1)
		.optional()
		.describe('The fees of account levels 0, 1, 2, …. The simulator has three by default.'),
	settlement: settlement.prefault({}),
	prefix: prefix.prefault({}),
	// A transaction's execution units leave room for 4 parts and an order of up to 48 M units.
	makers_per_order: z
		.number()
		.int()
		.min(1)
		.max(4)
		.default(4)
		.describe('The largest number of makers that an order may be split over.'),
	price_book_withdraw_after_ms: count
		.default(2000)
		.describe('How long a maker’s book stays in force after the session that sent it ended, in milliseconds.'),
	ledger: ledger.prefault({}),
	limits: limits.prefault({}),
	retention: retention.prefault({}),
	breaker: breakerSettings.prefault({}),
	deny_hook: denyHookSettings.prefault({}),
	page: page.prefault({}),
	instamint: instamint.optional(),
	makers: z.array(maker).default([]).describe('Makers registered at start; the operator creates others.'),
	account_levels: z
		.array(
			z.strictObject({
				address: addressWire.describe('An account.'),
				level: count.describe('Its level, an index into levels.'),
			}),
		)
		.default([])
		.describe('Levels of accounts, set at every start; all other accounts are at level 0.'),
})

export type ConfigFile = z.infer<typeof configFile>
