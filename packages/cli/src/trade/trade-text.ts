import {
	type Amount,
	Decimal,
	type LimitOrder,
	type OrderStatus,
	type PriceLevel,
	type TradedPair,
	waysOf,
	withSurplus,
} from '@accord/protocol'
import type { BookQuote, TradeStep } from '@accord/sdk'

/** A step of a trade as lines to print: a word, and what happened. */
export function describeStep(step: TradeStep): [word: string, text: string][] {
	switch (step.step) {
		case 'quoted':
			return describeQuote(step.quote)
		case 'composed':
			return [['composed', `a manifest of ${step.manifest.trim().split('\n').length} instructions`]]
		case 'created':
			return [['created', `${step.subintent.subintentId}, valid until ${at(step.subintent.expiresAtS * 1000)}`]]
		case 'signed':
			return [['signed', `${step.signedPartialTransaction.length / 2} bytes`]]
		case 'submitted':
			return [['accepted', step.subintentId]]
		case 'state':
			return [[step.status.state, meaningOf(step.status)]]
	}
}

/** What to say of an order that was sent, if the service does not say how it ended. */
export function unknownEnd(order: { subintentId: string; isAccepted: boolean; baseUrl: string }): string {
	const { subintentId, isAccepted, baseUrl } = order
	const what = isAccepted ? 'accepted; its state is not known yet' : 'no answer; it may have been accepted'
	const url = `${baseUrl.replace(/\/+$/, '')}/trade/orders/${subintentId}`
	return `${what}: accord orders show ${subintentId}, or ${url}. Do not trade again before that`
}

function meaningOf({ state, transactionId, expiresAtS, limitOrder, surplus }: OrderStatus): string {
	switch (state) {
		case 'awaiting_fills':
			return 'waiting for a maker to fill it'
		case 'filled':
			return 'a maker has signed the other side'
		case 'published':
			return 'both sides are published to the solvers'
		case 'settled':
			return `on the ledger in ${transactionId ?? 'a transaction'}: ${describeTrade(withSurplus(limitOrder, surplus), surplus)}`
		case 'unfilled':
			return 'no maker filled it in time; nothing was traded'
		case 'expired':
			return `no solver settled it before ${at(expiresAtS * 1000)}; nothing was traded`
		case 'cancelled':
			return 'nothing was traded'
	}
}

/** What was exchanged, and how much better than the limit that is. */
function describeTrade({ sell, buy }: LimitOrder, surplus: Amount | undefined): string {
	const better = surplus === undefined ? '' : `, ${amount(surplus)} better than your limit`
	return `sold ${amount(sell)}, received ${amount(buy)}${better}`
}

function describeQuote({ pair, book, limitOrder, expected, fee, level }: BookQuote): [string, string][] {
	const { sell, buy } = limitOrder
	const platform = { symbol: fee.symbol, amount: fee.platformAmount }
	const settlement = { symbol: fee.symbol, amount: fee.settlementAmount }
	return [
		['book', `${pair.base}/${pair.quote}: best bid ${best(book.bids)}, best ask ${best(book.asks)}`],
		...(pair.via === undefined
			? []
			: [['route', routeText(pair, { sell: sell.symbol, buy: buy.symbol })] as [string, string]]),
		['expected', `sell ${amount(expected.sell)}, buy ${amount(expected.buy)}`],
		['limit', `sell at most ${amount(sell)}, buy at least ${amount(buy)}`],
		['fee', `${amount(platform)} platform fee (level ${level}), ${amount(settlement)} settlement fee`],
	]
}

/** By which way, or which of them, the trade is made: `XRD → xUSDC → xETH`. */
function routeText(pair: TradedPair, swap: { sell: string; buy: string }): string {
	return waysOf(pair, swap)
		.map(way => way.join(' → '))
		.join(' or ')
}

function best([level]: readonly PriceLevel[]): string {
	return level === undefined ? 'none' : `${Decimal.format(level.price)} for ${Decimal.format(level.amount)}`
}

function amount({ symbol, amount }: Amount): string {
	return `${Decimal.format(amount)} ${symbol}`
}

function at(ms: number): string {
	return new Date(ms).toISOString()
}
