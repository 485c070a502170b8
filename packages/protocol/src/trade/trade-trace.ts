import * as z from '#schema'
import { Amount } from '../amount/amount.ts'
import { Pair } from '../amount/pair.ts'
import { PriceLevel } from '../book/price-level.ts'
import { Fee } from '../fee/fee.ts'
import { addressWire, countWire, decimal, hexWire, subintentIdWire, timestampWire } from '../fields.ts'
import { list, message, named, type ValueOf } from '../message.ts'
import { LimitOrder, surplusField } from '../order/limit-order.ts'
import { answeredAtWords, fillStateWire, orderStateWire, partStateWire } from '../order/states.ts'
import { tradeSideWire } from './trade.ts'

/** The estimated cost of an order or fill when it was accepted. */
export type ItemEstimate = ValueOf<typeof ItemEstimate>
export const ItemEstimate = message({
	/** The cost of this item alone, on the ledger. */
	costXrd: decimal.describe('The estimated cost of this item on the ledger.'),
	executionUnits: countWire,
	/** Whether additional instructions precede the schema. */
	hasPrefix: z.boolean().describe('Whether it has instructions before the schema.'),
})

/** A maker's accepted answer to a part. */
export type TracedFill = ValueOf<typeof TracedFill>
export const TracedFill = message({
	subintentId: subintentIdWire,
	account: addressWire,
	/** The maker's view: it sells what the user buys. */
	limitOrder: LimitOrder.describe('As the maker sees it: it sells what the user buys.'),
	fee: Fee,
	rebate: Amount,
	estimate: named('judged', ItemEstimate),
	/** Seconds since the Unix epoch. */
	expiresAtS: named('expires_at', timestampWire.describe('Seconds.')),
	state: fillStateWire,
	transactionId: z.string().optional(),
})

/** The part of the order that one maker was asked to fill. */
export type TracedPart = ValueOf<typeof TracedPart>
export const TracedPart = message({
	/** The label is the same throughout one trace: `maker-1`, `maker-2`, … in the order in which they were asked. */
	maker: z.string().describe('`maker-1`, `maker-2`, … by when they were asked.'),
	state: partStateWire,
	askedAtMs: timestampWire,
	fillBeforeMs: timestampWire,
	/** When it was filled, rejected or timed out: see `isCalledOff`. */
	answeredAtMs: timestampWire.optional().describe(answeredAtWords),
	/** The leg of a route that it fills; absent if it fills the order's own pair. */
	pair: Pair.optional().describe('Of the leg that it fills.'),
	/** The amounts that the maker was asked to sell and buy. */
	limitOrder: LimitOrder.describe('What the maker was asked to sell and buy.'),
	/** The levels taken from the maker's book, with amounts in that pair's base. */
	levels: list(PriceLevel).describe('What was taken of its book, amounts in base.'),
	fill: TracedFill.optional(),
})

/** The events of an order: its own states, and its makers' actions. */
export const traceEventKinds = [
	'accepted',
	'asked',
	'fill_refused',
	'fill_accepted',
	'rejected',
	'timed_out',
	'called_off',
	'filled',
	'published',
	'settled',
	'unfilled',
	'expired',
	'cancelled',
	'fill_settled',
	'fill_expired',
	'fill_released',
] as const
export type TraceEventKind = (typeof traceEventKinds)[number]

/** Something that happened to an order; `maker` is the label of the maker that was asked or acted. */
export type TraceEvent = ValueOf<typeof TraceEvent>
export const TraceEvent = message({
	atMs: timestampWire,
	kind: named('what', z.enum(traceEventKinds)),
	maker: z.string().optional().describe('Which maker.'),
	code: z.string().optional().describe('For the operator only.'),
})

/** The most bytes of signed partial transactions in one trace. An ordinary one has some four thousand. */
export const tracedBytesMax = 262_144

/** The most characters of a manifest in a trace. A root over 16 items has some 40,000. */
export const tracedTextMax = 65_536

/** A manifest as a trace shows it: a longer one ends after a whole line, and says how much is left out. */
export function tracedText(manifest: string): string {
	if (manifest.length <= tracedTextMax) return manifest
	const shown = manifest.slice(0, manifest.lastIndexOf('\n', tracedTextMax - 1) + 1 || tracedTextMax).toWellFormed()
	return `${shown}# ${manifest.length - shown.length} more characters are in the signed bytes.\n`
}

/** The service's outer around a signed subintent. Its bytes contain those of the inner, and are absent if those are. */
export type TracedOuter = ValueOf<typeof tracedOuter>
const tracedOuter = message({
	subintentId: subintentIdWire,
	manifest: z.string(),
	signedPartialTransaction: hexWire.optional().describe('As solvers got them.'),
})

/** One of the signed subintents, exactly as signed, and the service's outer around it. */
export type TracedItem = ValueOf<typeof TracedItem>
export const TracedItem = message({
	role: z.enum(['order', 'fill']),
	maker: z.string().optional(),
	subintentId: subintentIdWire,
	/** The manifest that the user or maker signed, decoded from its bytes. */
	manifest: z.string().describe(`Decoded from what was signed; the first ${tracedTextMax} characters.`),
	/** The bytes that were signed, with the signatures (hex); absent if the trace would become too large. */
	signedPartialTransaction: hexWire
		.optional()
		.describe(`Left out, here and in \`outer\`, where bytes would make more than ${tracedBytesMax}.`),
	/** Present once the bundle is published. */
	outer: tracedOuter.optional().describe('Once the bundle is published.'),
})

/** A solver's committed transaction, as recorded on the ledger. */
export type TracedRoot = ValueOf<typeof TracedRoot>
export const TracedRoot = message({
	transactionId: z.string(),
	/** The items that it settled. */
	subintentIds: list(subintentIdWire).describe('Which of the items it settled.'),
	/** Decoded from the committed bytes. */
	manifest: z.string().describe(`Decoded from the committed bytes; the first ${tracedTextMax} characters.`),
	/** The account that locked the fee. */
	solver: addressWire.optional().describe('The account that locked the fee.'),
	feePaidXrd: decimal,
	/** That account's gain before the ledger's fee. */
	solverRewards: list(Amount).describe('Its gain, before the ledger’s fee.'),
	stateVersion: countWire,
	/** The time by the ledger's clock. */
	committedAtMs: timestampWire.describe('By the ledger’s clock.'),
})

/** What an order's outer pays the integrator that sent it, out of the platform fee and in its token. */
const tracedShare = message({
	integrator: z.string().describe('Its code.'),
	account: addressWire,
	earned: decimal.describe('Its share of this platform fee.'),
	paid: decimal.describe('With what was carried over; 0 if it is carried over itself.'),
})

/** How one order went, from the signed manifest to the ledger's transaction. */
export type TradeTrace = ValueOf<typeof TradeTrace>
/**
 * GET /trade/trades/:subintent_id: how a trade came about. Makers have no names here. Levels, fills and manifests are
 * shown only after the order is published, which is when solvers see all of it.
 */
export const TradeTrace = message({
	subintentId: subintentIdWire,
	state: orderStateWire,
	pair: Pair,
	side: tradeSideWire.describe('What the user does with base.'),
	account: addressWire,
	limitOrder: LimitOrder,
	fee: Fee,
	/** The part of the settlement fee that is returned when the order settles. */
	rebate: Amount.describe('Of the settlement fee.'),
	/** From publication on, if an integrator sent the order. */
	share: tracedShare.optional().describe('From publication on, if an integrator sent it.'),
	/** The account's fee level when the order was accepted. */
	level: countWire.describe('When it was accepted.'),
	estimate: named('judged', ItemEstimate),
	createdAtMs: timestampWire,
	/** Seconds since the Unix epoch. */
	expiresAtS: named('expires_at', timestampWire.describe('Seconds.')),
	/** The transaction that settled the order. */
	transactionId: z.string().optional().describe('The transaction that settled the order.'),
	/** What the user got beyond the limit, in the pair's quote token. */
	surplus: surplusField,
	/** The events in the order in which they happened. */
	events: list(TraceEvent).describe('In the order in which they happened.'),
	/** The order first, then the fills. */
	items: list(TracedItem).describe('The order first, then the fills.'),
	/**
	 * The transactions that settled items: usually one; none before settlement, and none while the ledger cannot be
	 * reached.
	 */
	roots: list(TracedRoot).describe('None while the ledger cannot be asked.'),
	parts: list(TracedPart),
	/** How it was matched, one line of JSON per match; its hash is in the message of the order's outer. */
	matchRecord: z.string().optional().describe('Once settled: how it was matched.'),
})

/** A part as the operator sees it; `maker` is the maker's name. */
export type OperatorPart = ValueOf<typeof OperatorPart>
export const OperatorPart = TracedPart.extend({
	/** The order id that the maker knows. */
	id: z.string().describe('The order id that the maker knows.'),
	maker: z.string().describe('The maker’s name.'),
	makerId: z.string(),
	rejectReason: z.string().optional(),
})

/** A trace as the operator sees it: everything is shown, and makers have their names. */
export type OrderTrace = ValueOf<typeof OrderTrace>
/** GET /operator/orders/:subintent_id/trace. */
export const OrderTrace = TradeTrace.extend({ parts: list(OperatorPart) })
