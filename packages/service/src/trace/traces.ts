import type { GatewayClient } from '@accord/ledger'
import {
	type Amount,
	Decimal,
	type Fee,
	type ItemEstimate,
	isTerminalOrderState,
	type LimitOrder,
	type OperatorPart,
	type OrderTrace,
	PriceLevel,
	type TracedFill,
	type TracedPart,
	type TracedRoot,
	type TradeTrace,
} from '@accord/protocol'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { matchRecordOf } from '../bundles/packed-items.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { feeOf, limitOrderOf, surplusOf } from '../intents/accepted-intent.ts'
import { type Market, tokensInForce } from '../market/market.ts'
import { CommittedRoots } from './committed-roots.ts'
import { type LabelOf, traceEvents } from './trace-events.ts'
import { ManifestTexts, traceItems } from './trace-items.ts'
import { selectTraced, selectTraceVersion, type TracedPartRow, type TracedRows, traceVersion } from './trace-table.ts'

// The guarantee: a trace is computed from the order's rows, its bytes and the ledger. A trace from the cache has the
// outcomes that the rows have now. The public trace names no maker, shows what makers signed only once solvers see it,
// too, and how an order was matched only once it has settled.

type OpenTracesDeps = {
	readonly db: Pick<DatabaseLanes, 'own' | 'requests'>
	readonly gateway: Pick<GatewayClient, 'committedDetails'>
	readonly market: Market
	readonly log: Logger
}

/** The public trace of an order that has ended, as of its rows. */
type EndedTrace = { readonly version: string; readonly trace: TradeTrace }

/** The largest trace has about a million characters, an ordinary one 20,000. */
const cachedCharactersMax = 16_000_000

/** Traces of orders. Caches decoded bytes and transactions, and the public traces of orders that have ended. */
export class Traces {
	readonly #db: OpenTracesDeps['db']
	readonly #deps: TraceDeps
	readonly #ended = new LRUCache<string, EndedTrace>({
		maxSize: cachedCharactersMax,
		sizeCalculation: ({ trace }) => charactersOf(trace),
	})

	constructor(deps: OpenTracesDeps) {
		const { db, gateway, log } = deps
		const market = tokensInForce(deps)
		const onError = (error: unknown) => log.warn({ err: error }, 'cannot read a committed transaction')
		this.#db = db
		this.#deps = {
			texts: new ManifestTexts({ networkId: market.networkId }),
			roots: new CommittedRoots({ gateway, market, onError }),
		}
	}

	/** The operator's trace of an order; undefined if the order is unknown. */
	async ofOrder(subintentId: string): Promise<OrderTrace | undefined> {
		const rows = await selectTraced(this.#db.own, subintentId)
		return rows && traceOrder(this.#deps, rows)
	}

	/** The public trace of an order; undefined if the order is unknown. */
	async ofTrade(subintentId: string): Promise<TradeTrace | undefined> {
		const db = this.#db.requests
		const known = this.#ended.get(subintentId)
		const version = known && (await selectTraceVersion(db, subintentId))
		if (known !== undefined && known.version === version) return known.trace
		const rows = await selectTraced(db, subintentId)
		if (rows === undefined) return undefined
		const trace = await traceTrade(this.#deps, rows)
		const { order, fills } = rows
		if (isComplete(trace, rows)) this.#ended.set(subintentId, { version: traceVersion(order, fills.values()), trace })
		return trace
	}
}

/** Whether an order and its fills have ended, and every transaction that settled any of them was found. */
function isComplete({ roots }: TradeTrace, { order, parts, fills }: TracedRows): boolean {
	const settled = [order, ...fills.values()].flatMap(({ transaction_id: id }) => id ?? [])
	return (
		isTerminalOrderState(order.state) &&
		parts.every(({ state }) => state !== 'asked') &&
		[...fills.values()].every(({ state }) => state !== 'started') &&
		new Set(settled).size === roots.length
	)
}

function charactersOf({ items, roots, matchRecord = '' }: TradeTrace): number {
	const ofItems = items.map(({ manifest, signedPartialTransaction = '', outer }) => {
		const inside = manifest.length + signedPartialTransaction.length
		return inside + (outer === undefined ? 0 : outer.manifest.length + (outer.signedPartialTransaction ?? '').length)
	})
	return [...ofItems, ...roots.map(({ manifest }) => manifest.length)].reduce(
		(sum, length) => sum + length,
		1_000 + matchRecord.length,
	)
}

type TraceDeps = {
	readonly texts: ManifestTexts
	readonly roots: Pick<CommittedRoots, 'root'>
}

async function traceOrder(deps: TraceDeps, rows: TracedRows): Promise<OrderTrace> {
	const labelOf: LabelOf = part => part.maker_name
	return {
		...readOrder(rows),
		events: traceEvents(rows, labelOf, { showsCodes: true }),
		items: traceItems(rows, deps.texts, labelOf),
		roots: await rootsOf(deps, rows),
		parts: rows.parts.map(part => readOperatorPart(part, rows)),
	}
}

async function traceTrade(deps: TraceDeps, rows: TracedRows): Promise<TradeTrace> {
	const labelOf = anonymous(rows.parts)
	const isPublished = rows.order.published_at_ms !== null
	return {
		...readOrder(rows),
		events: traceEvents(rows, labelOf),
		items: isPublished ? traceItems(rows, deps.texts, labelOf) : [],
		roots: await rootsOf(deps, rows),
		parts: rows.parts.map(part => {
			const { fill, ...described } = readPart(part, rows)
			const shown = isPublished ? (fill === undefined ? {} : { fill }) : { levels: [] }
			return { ...described, ...shown, maker: labelOf(part) }
		}),
	}
}

/** Makers are numbered in the order in which they were first asked. */
function anonymous(parts: readonly TracedPartRow[]): LabelOf {
	const makerIds = [...new Set(parts.map(part => part.maker_id))]
	return part => `maker-${makerIds.indexOf(part.maker_id) + 1}`
}

function readOrder({ order, bundle }: TracedRows): Omit<TradeTrace, 'events' | 'items' | 'roots' | 'parts'> {
	const matchRecord = order.state === 'settled' ? matchRecordOf(order, bundle) : null
	const surplus = order.state === 'settled' ? surplusOf(order) : undefined
	return {
		subintentId: order.subintent_id,
		state: order.state,
		pair: { base: order.base, quote: order.quote },
		side: order.side === 'bids' ? 'sell' : 'buy',
		account: order.account,
		...readTerms(order),
		...readShare(order),
		level: order.level,
		createdAtMs: Number(order.accepted_at_ms),
		expiresAtS: Number(order.expires_at_s),
		...(order.transaction_id === null ? {} : { transactionId: order.transaction_id }),
		...(matchRecord === null ? {} : { matchRecord }),
		...(surplus === undefined ? {} : { surplus }),
	}
}

function readShare(order: TracedRows['order']): Pick<TradeTrace, 'share'> {
	const { integrator, share_account: account, share_due: earned, share_paid: paid } = order
	if (integrator === null || account === null || earned === null || paid === null) return {}
	return { share: { integrator, account, earned: Decimal.parse(earned), paid: Decimal.parse(paid) } }
}

function readOperatorPart(part: TracedPartRow, rows: TracedRows): OperatorPart {
	return {
		...readPart(part, rows),
		id: part.part_id,
		maker: part.maker_name,
		makerId: part.maker_id,
		...(part.reject_reason === null ? {} : { rejectReason: part.reject_reason }),
	}
}

function readPart(part: TracedPartRow, { order, fills }: TracedRows): Omit<TracedPart, 'maker'> {
	const fill = fills.get(part.part_id)
	const { base, quote } = part
	const isLeg = base !== order.base || quote !== order.quote
	return {
		state: part.state,
		askedAtMs: Number(part.asked_at_ms),
		fillBeforeMs: Number(part.fill_before_ms),
		...(part.ended_at_ms === null ? {} : { answeredAtMs: Number(part.ended_at_ms) }),
		...(isLeg ? { pair: { base, quote } } : {}),
		limitOrder: {
			sell: { symbol: part.fill_sell_symbol, amount: Decimal.parse(part.fill_sell_amount) },
			buy: { symbol: part.fill_buy_symbol, amount: Decimal.parse(part.fill_buy_amount) },
		},
		levels: part.levels.map(one => PriceLevel.parse(one)),
		...(fill === undefined ? {} : { fill: readFill(fill) }),
	}
}

type SignedTerms = Pick<
	TracedRows['order'],
	| 'sell_symbol'
	| 'sell_amount'
	| 'buy_symbol'
	| 'buy_amount'
	| 'platform_fee'
	| 'settlement_fee'
	| 'rebate'
	| 'cost_xrd'
	| 'execution_units'
	| 'has_prefix'
>

type Row<Map> = Map extends ReadonlyMap<string, infer Value> ? Value : never
type FillRow = Row<TracedRows['fills']>

function readFill(fill: FillRow): TracedFill {
	return {
		subintentId: fill.subintent_id,
		account: fill.account,
		...readTerms(fill),
		expiresAtS: Number(fill.expires_at_s),
		state: fill.state,
		...(fill.transaction_id === null ? {} : { transactionId: fill.transaction_id }),
	}
}

type Terms = {
	readonly limitOrder: LimitOrder
	readonly fee: Fee
	readonly rebate: Amount
	readonly estimate: ItemEstimate
}

/** The terms and estimated cost of an order or fill. */
export function readTerms(row: SignedTerms): Terms {
	return {
		limitOrder: limitOrderOf(row),
		fee: feeOf(row),
		rebate: { symbol: row.sell_symbol, amount: Decimal.parse(row.rebate) },
		estimate: {
			costXrd: Decimal.parse(row.cost_xrd),
			executionUnits: Number(row.execution_units),
			hasPrefix: row.has_prefix,
		},
	}
}

/** The transactions that settled any of the items, in the order of the items. */
async function rootsOf({ roots }: TraceDeps, { order, parts, fills }: TracedRows): Promise<TracedRoot[]> {
	const settled = new Map<string, string[]>()
	const items = [order, ...parts.flatMap(part => fills.get(part.part_id) ?? [])]
	for (const { transaction_id: transactionId, subintent_id: id } of items) {
		if (transactionId !== null) settled.set(transactionId, [...(settled.get(transactionId) ?? []), id])
	}
	const found = await Promise.all(
		[...settled].map(async ([transactionId, subintentIds]) => {
			const root = await roots.root(transactionId)
			return root && { ...root, subintentIds }
		}),
	)
	return found.filter(root => root !== undefined)
}
