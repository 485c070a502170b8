import { z } from 'zod'
import { makerPauseWire } from './maker-api.ts'
import { orderStateWire } from './orders-api.ts'
import {
	addressWire,
	amountWire,
	countWire,
	feeWire,
	limitOrderWire,
	pairWire,
	priceLevelWire,
	subintentIdWire,
	textWire,
	timestampWire,
} from './primitives.ts'
import { readinessCheckWire } from './service-api.ts'
import { judgedWire } from './trace-api.ts'
import { tradeSideWire } from './trades-api.ts'

// The operator's own interface. It has a port and a key of its own and is no part of what participants see.

const idWire = z.string().min(1).max(128)

/** An API key as it can be shown: never the key itself. */
export const apiKeyWire = z.object({
	key_id: z.string().describe('Names the key in this interface; it opens nothing.'),
	maker_id: z.string(),
	label: z.string().optional(),
	prefix: z.string().describe('The key’s first characters, to recognise it by.'),
	state: z.enum(['valid', 'expired', 'revoked']),
	created_at_ms: timestampWire,
	expires_at_ms: timestampWire.optional().describe('When it stops by itself; absent: never.'),
	revoked_at_ms: timestampWire.optional(),
	last_used_at_ms: timestampWire.optional().describe('To the minute.'),
})
export type ApiKeyWire = z.infer<typeof apiKeyWire>

/** A key that was just made: the only time that it is shown. */
export const issuedApiKeyWire = apiKeyWire.extend({ api_key: z.string() })
export type IssuedApiKeyWire = z.infer<typeof issuedApiKeyWire>

/** A key in place of another, which is valid until the overlap is over. */
export const rotatedApiKeyWire = issuedApiKeyWire.extend({ replaces: apiKeyWire })
export type RotatedApiKeyWire = z.infer<typeof rotatedApiKeyWire>

/** A maker with all that the operator set for it. */
export const makerWire = z.object({
	maker_id: z.string(),
	name: z.string(),
	created_at_ms: timestampWire,
	accounts: z.array(z.object({ address: addressWire, level: countWire })),
	keys: z.array(apiKeyWire),
	pauses: z.array(makerPauseWire).describe('In force now.'),
	sessions: countWire.describe('Open at this node.'),
	open_parts: countWire.describe('Asked of it and not answered.'),
	open_fills: countWire.describe('Accepted and not ended.'),
})
export type MakerWire = z.infer<typeof makerWire>

/** GET /operator/makers. */
export const makersWire = z.object({ makers: z.array(makerWire) })
export type MakersWire = z.infer<typeof makersWire>

/** Body of POST /operator/makers. `level` holds for all the accounts. */
export const createMakerWire = z.strictObject({
	name: textWire.min(1).max(128),
	accounts: z.array(addressWire).max(100),
	level: countWire.optional(),
})
export type CreateMakerWire = z.infer<typeof createMakerWire>

/** Body of POST /operator/makers/:maker_id/accounts: further accounts. */
export const addMakerAccountsWire = z.strictObject({ accounts: z.array(addressWire).min(1).max(100) })
export type AddMakerAccountsWire = z.infer<typeof addMakerAccountsWire>

/** Body of POST /operator/makers/:maker_id/pause, which may be left out. */
export const operatorPauseWire = z.strictObject({ reason: textWire.max(256).optional() })
export type OperatorPauseWire = z.infer<typeof operatorPauseWire>

/** Body of POST /operator/makers/:maker_id/resume, which may be left out. */
export const operatorResumeWire = z.strictObject({})
export type OperatorResumeWire = z.infer<typeof operatorResumeWire>

/** Path of what concerns one maker. */
export const makerPathWire = z.object({ maker_id: idWire })

/** Path of what concerns one key. */
export const keyPathWire = z.object({ key_id: idWire })

/** Body of POST /operator/makers/:maker_id/keys, which may be left out. */
export const issueKeyWire = z.strictObject({ label: textWire.min(1).max(128).optional() })
export type IssueKeyWire = z.infer<typeof issueKeyWire>

/** The most seconds for which a replaced key may go on: 30 days. */
export const overlapSecondsMax = 2_592_000

/** Body of POST /operator/keys/:key_id/rotate, which may be left out. */
export const rotateKeyWire = z.strictObject({
	overlap_s: countWire.max(overlapSecondsMax).optional().describe('86400 when absent; 0 ends the old key at once.'),
	label: textWire.min(1).max(128).optional().describe('That of the replaced key when absent.'),
})
export type RotateKeyWire = z.infer<typeof rotateKeyWire>

/** Body of PUT /operator/accounts/:address/level. */
export const setLevelWire = z.strictObject({ level: countWire })
export type SetLevelWire = z.infer<typeof setLevelWire>

/** GET and PUT /operator/accounts/:address/level; also of users' accounts. */
export const operatorLevelWire = z.object({ address: addressWire, level: countWire })
export type OperatorLevelWire = z.infer<typeof operatorLevelWire>

/** Orders that one GET /operator/orders shows at most. */
export const operatorOrdersMax = 500

/** Query of GET /operator/orders, newest first; `before` is the `next` of the page before. */
export const operatorOrdersQueryWire = z.object({
	state: orderStateWire.optional(),
	account: addressWire.optional(),
	limit: z.coerce.number().int().min(1).max(operatorOrdersMax).optional().describe('100 when absent.'),
	before: z.string().max(128).optional(),
})
export type OperatorOrdersQueryWire = z.infer<typeof operatorOrdersQueryWire>

/** An order in a list. */
export const listedOrderWire = z.object({
	subintent_id: subintentIdWire,
	state: orderStateWire,
	account: addressWire,
	sell: amountWire,
	buy: amountWire,
	created_at_ms: timestampWire,
	updated_at_ms: timestampWire.describe('When it came into its state.'),
})
export type ListedOrderWire = z.infer<typeof listedOrderWire>

/** GET /operator/orders. */
export const operatorOrdersWire = z.object({
	orders: z.array(listedOrderWire),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})
export type OperatorOrdersWire = z.infer<typeof operatorOrdersWire>

/** GET /operator/orders/:subintent_id: everything that is kept of one. */
export const operatorOrderWire = z.object({
	subintent_id: subintentIdWire,
	subintent_hash: z.string(),
	state: orderStateWire,
	account: addressWire,
	level: countWire,
	pair: pairWire,
	side: tradeSideWire,
	limit_order: limitOrderWire,
	fee: feeWire,
	rebate: amountWire,
	judged: judgedWire,
	created_at_ms: timestampWire,
	filled_at_ms: timestampWire.optional(),
	published_at_ms: timestampWire.optional(),
	ended_at_ms: timestampWire.optional(),
	expires_at: timestampWire.describe('Seconds.'),
	transaction_id: z.string().optional(),
	bundle_number: countWire.optional().describe('Its number in the solvers’ log, once published.'),
	signed_partial_transaction: z.string().describe('The bytes first accepted, in hexadecimal.'),
})
export type OperatorOrderWire = z.infer<typeof operatorOrderWire>

/** GET /operator/overview. What is counted is counted at this node, but for orders and fills, which are the database's. */
export const overviewWire = z.object({
	service: z.object({
		version: z.string(),
		network: z.string(),
		network_id: countWire,
		url: z.string(),
		started_at_ms: timestampWire,
		uptime_s: countWire,
	}),
	health: z.array(readinessCheckWire),
	pairs: z.array(
		pairWire.extend({
			best_bid: priceLevelWire.optional().describe('Absent when nobody bids.'),
			best_ask: priceLevelWire.optional(),
			makers: countWire.describe('Whose books count now.'),
		}),
	),
	orders: z.object({
		open: z.object({ awaiting_fills: countWire, filled: countWire, published: countWire }).describe('Now.'),
		ended: z
			.object({ settled: countWire, unfilled: countWire, expired: countWire, cancelled: countWire })
			.describe('Since this process started.'),
	}),
	fills: z.object({
		asked: countWire.describe('Parts that no maker has answered yet.'),
		started: countWire.describe('Accepted and not ended.'),
	}),
	settled_last_minute: countWire,
	makers: z.object({ registered: countWire, paused: countWire }),
	sessions: z.object({ makers: countWire, solvers: countWire, event_streams: countWire }),
	queues: z.object({
		previews_running: countWire,
		previews_waiting: countWire,
		orders_to_match: countWire,
	}),
	recent: z.array(listedOrderWire).describe('The ten newest orders.'),
})
export type OverviewWire = z.infer<typeof overviewWire>

/** One thing that was looked at. */
export const doctorCheckWire = z.object({
	name: z.enum(['database', 'gateway', 'network', 'clock', 'keys', 'fees', 'makers', 'loops']),
	ok: z.boolean(),
	detail: z.string(),
	advice: z.string().optional().describe('What to do about it.'),
})
export type DoctorCheckWire = z.infer<typeof doctorCheckWire>

/** GET /operator/doctor. */
export const doctorWire = z.object({ ok: z.boolean(), checks: z.array(doctorCheckWire) })
export type DoctorWire = z.infer<typeof doctorWire>
