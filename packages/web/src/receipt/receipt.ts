import { Decimal, type LimitOrder, sameOrder, type TradeTrace, withSurplus } from '@accord/protocol'
import { type Check, fails, holds, type Outcome } from '../check/check.ts'
import { isAboutLimits } from '../check/check-balances.ts'
import type { CheckedIntent } from '../check/check-intent.ts'
import type { CheckedTrade } from '../check/check-trade.ts'

/** A sentence about a trade, and the checks that it sums up, those of an intent with its name. */
export type Sentence = { readonly name: SentenceName; readonly outcome: Outcome; readonly checks: readonly Check[] }

/** When the ledger committed the order, by the Gateway that was asked. */
export function committedAtMs({ transactionId }: TradeTrace, { roots }: CheckedTrade): number | undefined {
	return roots.find(root => root.transactionId === transactionId)?.committedAtMs
}

export type SentenceName = 'signed' | 'ledger' | 'limits'

/** What the browser remembers of the order it signed. */
export type Remembered = { readonly limitOrder: LimitOrder; readonly account: string }

/**
 * The checks of a trade as three sentences: the order is what its user signed, the ledger did exactly that, and nobody
 * took more than they may. A sentence holds if all its checks do, and is unknown if one of them could not be made.
 */
export function sentencesOf(trace: TradeTrace, checked: CheckedTrade, remembered?: Remembered): Sentence[] {
	const { intents, roots } = checked
	const item = trace.items.find(({ role }) => role === 'order')
	const own = new Set([trace.subintentId, item?.outer?.subintentId])
	const ofRoots = roots.flatMap(({ checks }) => checks)
	const isOwn = ({ subintentId }: { readonly subintentId: string }) => own.has(subintentId)
	const ledger = ofRoots.filter(check => !isAboutLimits(check))
	// Who may use an account that no single key owns, the ledger decides: it did, if it committed the transaction.
	const isDecidedByLedger = ({ title, outcome }: Check) => title === 'Account' && outcome === 'unknown'
	const named = ({ name, checks }: CheckedIntent) =>
		checks.filter(check => !isDecidedByLedger(check)).map(check => ({ ...check, title: `${name}: ${check.title}` }))
	const signed = intents.filter(isOwn).flatMap(named)
	const others = intents.filter(intent => !isOwn(intent)).flatMap(named)
	return [
		sentence('signed', [...(remembered === undefined ? [] : [compareWith(remembered, trace)]), ...signed]),
		sentence('ledger', ledger),
		sentence('limits', [...ofRoots.filter(isAboutLimits), ...others]),
	]
}

/** The worst of several outcomes; unknown for none. */
export function outcomeOf(parts: readonly { readonly outcome: Outcome }[]): Outcome {
	if (parts.some(({ outcome }) => outcome === 'fails')) return 'fails'
	return parts.length === 0 || parts.some(({ outcome }) => outcome === 'unknown') ? 'unknown' : 'holds'
}

function sentence(name: SentenceName, checks: readonly Check[]): Sentence {
	return { name, outcome: outcomeOf(checks), checks }
}

function compareWith({ limitOrder, account }: Remembered, trace: TradeTrace): Check {
	return sameOrder(limitOrder, trace.limitOrder) && account === trace.account
		? holds('Remembered', 'This browser signed these amounts, for this account.')
		: fails('Remembered', 'This browser signed an order of other amounts, or for another account.')
}

/** The figures of a settled trade, in the token sold unless they say otherwise. */
export type ReceiptFigures = {
	readonly exchanged: LimitOrder
	/** In quote per base, rounded against the user. */
	readonly price: Decimal
	readonly costs: ReceiptCosts
	/** How much better than the signed limit, and as a fraction of it. */
	readonly better?: { readonly symbol: string; readonly amount: Decimal; readonly fraction: Decimal }
}

/** The parts add up to the total. `against` is the price with which the exchange is compared, in quote per base. */
export type ReceiptCosts = {
	readonly against: { readonly kind: 'mid' | 'best'; readonly price: Decimal } | undefined
	/** What was lost to the price: half the spread and price impact; negative if it was better than that. */
	readonly price: Decimal
	readonly platformFee: Decimal
	/** The settlement fee, less what came back. */
	readonly networkFee: Decimal
	readonly total: Decimal
	readonly fraction: Decimal
}

type SettledTrade = Pick<TradeTrace, 'limitOrder' | 'surplus' | 'pair' | 'fee' | 'rebate' | 'parts'>

/** `mid` is the middle of the book when the order was sent, if that is known; otherwise the best level taken counts. */
export function receiptFigures(trace: SettledTrade, mid?: Decimal): ReceiptFigures {
	const { limitOrder, surplus, pair, fee, rebate } = trace
	const exchanged = withSurplus(limitOrder, surplus)
	const { sell, buy } = exchanged
	const sellsBase = sell.symbol === pair.base
	const best = bestTaken(trace, sellsBase)
	const against =
		mid !== undefined
			? { kind: 'mid' as const, price: mid }
			: best === undefined
				? undefined
				: { kind: 'best' as const, price: best }
	const worth = against === undefined ? sell.amount : worthOf(buy.amount, against.price, sellsBase)
	const price = Decimal.subtract(sell.amount, worth)
	const networkFee = Decimal.subtract(fee.settlementAmount, rebate.amount)
	const total = Decimal.sum([price, fee.platformAmount, networkFee])
	return {
		exchanged,
		price: sellsBase ? Decimal.divDown(buy.amount, sell.amount) : Decimal.divUp(sell.amount, buy.amount),
		costs: {
			against,
			price,
			platformFee: fee.platformAmount,
			networkFee,
			total,
			fraction: Decimal.divUp(total, sell.amount),
		},
		...(surplus === undefined ? {} : { better: { ...surplus, fraction: fractionOf(surplus, limitOrder) } }),
	}
}

/**
 * A mid price from a link cannot be checked, so it is ignored if the best level taken was better: a forged one can make
 * a trade look more expensive, never cheaper.
 */
export function believableMid(trace: SettledTrade, mid: Decimal | undefined): Decimal | undefined {
	const sellsBase = trace.limitOrder.sell.symbol === trace.pair.base
	const best = bestTaken(trace, sellsBase)
	if (mid === undefined || best === undefined) return undefined
	return (sellsBase ? best <= mid : mid <= best) ? mid : undefined
}

/** In the token sold. */
function worthOf(bought: Decimal, price: Decimal, sellsBase: boolean): Decimal {
	return sellsBase ? Decimal.divDown(bought, price) : Decimal.mulDown(bought, price)
}

/** The best level of the pair's own makers that the order took; undefined along a route alone. */
function bestTaken({ parts }: SettledTrade, sellsBase: boolean): Decimal | undefined {
	const prices = parts
		.filter(({ pair, fill }) => pair === undefined && fill?.state === 'Settled')
		.flatMap(({ levels }) => levels.map(({ price }) => price))
	const sorted = prices.toSorted(Decimal.compare)
	return sellsBase ? sorted.at(-1) : sorted[0]
}

function fractionOf({ symbol, amount }: { symbol: string; amount: Decimal }, { sell, buy }: LimitOrder): Decimal {
	return Decimal.divDown(amount, symbol === sell.symbol ? sell.amount : buy.amount)
}
