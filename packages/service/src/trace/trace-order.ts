import type { GatewayClient } from '@accord/ledger'
import {
	Decimal,
	formatFee,
	type OperatorPartWire,
	type OrderTraceWire,
	type TracedFillWire,
	type TracedPartWire,
	type TracedRootWire,
	type TradeTraceWire,
} from '@accord/protocol'
import type { Logger } from 'pino'
import type { Database } from '../db/tables.ts'
import type { Market } from '../market/market.ts'
import { CommittedRoots } from './committed-roots.ts'
import { type LabelOf, traceEvents } from './trace-events.ts'
import { ManifestTexts, traceItems } from './trace-items.ts'
import { selectTraced, type TracedPart, type TracedRows } from './trace-table.ts'

// How one order went, from its rows, its bytes and the ledger. Nothing is kept for it beside what the trade needs anyway.
// The public form names no maker, and shows what makers signed only once solvers see it too.

export type TraceDeps = {
	readonly db: Database
	readonly texts: ManifestTexts
	readonly roots: Pick<CommittedRoots, 'root'>
}

/** The operator's form; nothing for an order that is not known. */
export async function traceOrder(deps: TraceDeps, subintentId: string): Promise<OrderTraceWire | undefined> {
	const rows = await selectTraced(deps.db, subintentId)
	if (rows === undefined) return undefined
	const labelOf: LabelOf = part => part.maker_name
	return {
		...describeOrder(rows),
		events: traceEvents(rows, labelOf),
		items: traceItems(rows, deps.texts, labelOf),
		roots: await rootsOf(deps, rows),
		parts: rows.parts.map(part => describeOperatorPart(part, rows)),
	}
}

/** The form for everybody; nothing for an order that is not known. */
export async function traceTrade(deps: TraceDeps, subintentId: string): Promise<TradeTraceWire | undefined> {
	const rows = await selectTraced(deps.db, subintentId)
	if (rows === undefined) return undefined
	const labelOf = anonymous(rows.parts)
	const isPublished = rows.order.published_at_ms !== null
	return {
		...describeOrder(rows),
		events: traceEvents(rows, labelOf),
		items: isPublished ? traceItems(rows, deps.texts, labelOf) : [],
		roots: await rootsOf(deps, rows),
		parts: rows.parts.map(part => {
			const { fill, ...described } = describePart(part, rows)
			const shown = isPublished ? (fill === undefined ? {} : { fill }) : { levels: [] }
			return { ...described, ...shown, maker: labelOf(part) }
		}),
	}
}

/** Makers are told apart by when they were first asked. */
function anonymous(parts: readonly TracedPart[]): LabelOf {
	const makerIds = [...new Set(parts.map(part => part.maker_id))]
	return part => `maker-${makerIds.indexOf(part.maker_id) + 1}`
}

function describeOrder({ order }: TracedRows) {
	return {
		subintent_id: order.subintent_id,
		state: order.state,
		pair: { base: order.base, quote: order.quote },
		side: order.side === 'bids' ? ('sell' as const) : ('buy' as const),
		account: order.account,
		...termsOf(order),
		level: order.level,
		created_at_ms: Number(order.accepted_at_ms),
		expires_at: Number(order.expires_at_s),
		...(order.transaction_id === null ? {} : { transaction_id: order.transaction_id }),
	}
}

function describeOperatorPart(part: TracedPart, rows: TracedRows): OperatorPartWire {
	return {
		...describePart(part, rows),
		id: part.part_id,
		maker: part.maker_name,
		maker_id: part.maker_id,
		...(part.reject_reason === null ? {} : { reject_reason: part.reject_reason }),
	}
}

function describePart(part: TracedPart, { fills }: TracedRows): Omit<TracedPartWire, 'maker'> {
	const fill = fills.get(part.part_id)
	return {
		state: part.state,
		asked_at_ms: Number(part.asked_at_ms),
		fill_before_ms: Number(part.fill_before_ms),
		...(part.ended_at_ms === null ? {} : { answered_at_ms: Number(part.ended_at_ms) }),
		limit_order: {
			sell: amount(part.fill_sell_symbol, part.fill_sell_amount),
			buy: amount(part.fill_buy_symbol, part.fill_buy_amount),
		},
		levels: part.levels,
		...(fill === undefined ? {} : { fill: describeFill(fill) }),
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

function describeFill(fill: FillRow): TracedFillWire {
	return {
		subintent_id: fill.subintent_id,
		account: fill.account,
		...termsOf(fill),
		expires_at: Number(fill.expires_at_s),
		state: fill.state,
		...(fill.transaction_id === null ? {} : { transaction_id: fill.transaction_id }),
	}
}

/** What an order and a fill have in common: the terms, and what they were judged to cost. */
export function termsOf(row: SignedTerms) {
	return {
		limit_order: { sell: amount(row.sell_symbol, row.sell_amount), buy: amount(row.buy_symbol, row.buy_amount) },
		fee: formatFee({
			symbol: row.sell_symbol,
			platformAmount: Decimal.parse(row.platform_fee),
			settlementAmount: Decimal.parse(row.settlement_fee),
		}),
		rebate: amount(row.sell_symbol, row.rebate),
		judged: {
			cost_xrd: shortest(row.cost_xrd),
			execution_units: Number(row.execution_units),
			has_prefix: row.has_prefix,
		},
	}
}

/** The transactions that settled any of the items, in the order of the items. */
async function rootsOf({ roots }: TraceDeps, { order, parts, fills }: TracedRows): Promise<TracedRootWire[]> {
	const settled = new Map<string, string[]>()
	const items = [order, ...parts.flatMap(part => fills.get(part.part_id) ?? [])]
	for (const { transaction_id: transactionId, subintent_id: id } of items) {
		if (transactionId !== null) settled.set(transactionId, [...(settled.get(transactionId) ?? []), id])
	}
	const found = await Promise.all(
		[...settled].map(async ([transactionId, ids]) => {
			const root = await roots.root(transactionId)
			return root && { ...root, subintent_ids: ids }
		}),
	)
	return found.filter(root => root !== undefined)
}

function amount(symbol: string, text: string) {
	return { symbol, amount: shortest(text) }
}

function shortest(text: string): string {
	return Decimal.format(Decimal.parse(text))
}

type OpenTraceDeps = {
	readonly db: Database
	readonly gateway: Pick<GatewayClient, 'committedDetails'>
	readonly market: Market
	readonly log: Logger
}

/** What traces are made of, with what is kept of bytes and transactions once they were decoded. */
export function openTrace({ db, gateway, market, log }: OpenTraceDeps): TraceDeps {
	const onError = (error: unknown) => log.warn({ err: error }, 'a committed transaction could not be read')
	return {
		db,
		texts: new ManifestTexts({ networkId: market.networkId }),
		roots: new CommittedRoots({ gateway, market, onError }),
	}
}
