import { Decimal, type FillFees, type MarkOut, type PairPerformance, type ReservedToken } from '@accord/protocol'
import type { AccountBalances } from '@accord/sdk'
import { formatAmount } from '../format/format-amount.ts'

const basisPoints = Decimal.fromInteger(10_000)

/** What a maker exchanged in a pair, in its quote token. */
export function volumeOf({ settled }: Pick<PairPerformance, 'settled'>): Decimal {
	return Decimal.add(settled.paidQuote, settled.receivedQuote)
}

/** What fees took from a maker, rebates subtracted. */
export function feesPaid({ platformAmount, settlementAmount, rebate }: FillFees): Decimal {
	return Decimal.subtract(Decimal.add(platformAmount, settlementAmount), rebate)
}

/** By how much a pair's settled fills changed the maker's balances, fees and rebates included. */
export function netChange({ settled, fees }: Pick<PairPerformance, 'settled' | 'fees'>): {
	readonly base: Decimal
	readonly quote: Decimal
} {
	const { boughtBase, paidQuote, soldBase, receivedQuote } = settled
	return {
		base: Decimal.subtract(Decimal.subtract(boughtBase, soldBase), feesPaid(fees.base)),
		quote: Decimal.subtract(Decimal.subtract(receivedQuote, paidQuote), feesPaid(fees.quote)),
	}
}

/** That change in quote, with the base at the pair's last price, rounded down; undefined without fills or a price. */
export function netResult(of: Pick<PairPerformance, 'settled' | 'fees' | 'lastPrice'>): Decimal | undefined {
	if (of.settled.fills === 0 || of.lastPrice === undefined) return undefined
	const { base, quote } = netChange(of)
	return Decimal.add(quote, Decimal.mulDown(base, of.lastPrice))
}

/** Quote per base, rounded down; undefined if nothing was exchanged. */
export function averagePrice({ base, quote }: { base: Decimal; quote: Decimal }): Decimal | undefined {
	return base === Decimal.zero ? undefined : Decimal.divDown(quote, base)
}

/** A gain in hundredths of a percent of the volume, with its sign: `+4.1 bp`. */
export function basisPointsOf({ gain, volume }: Pick<MarkOut, 'gain' | 'volume'>): string {
	if (volume === Decimal.zero) return '0 bp'
	const points = Decimal.divDown(Decimal.mulDown(gain, basisPoints), volume)
	return `${signOf(points)}${formatAmount(points, { places: 1 })} bp`
}

/** A plus for what is above zero; the minus is part of a figure. */
export function signOf(amount: Decimal): string {
	return amount > Decimal.zero ? '+' : ''
}

/** What a maker holds of a token, and what its open orders and fills will move. */
export type Holding = {
	readonly symbol: string
	readonly held: Decimal
	readonly sells: Decimal
	readonly buys: Decimal
	/** Held and not reserved; below zero if fills mint on credit, or if the ledger has already moved it. */
	readonly free: Decimal
}

/** All accounts together; tokens of which there is neither a balance nor a reservation are left out. */
export function holdings(accounts: readonly AccountBalances[], reserved: readonly ReservedToken[]): Holding[] {
	const balances = accounts.flatMap(({ balances }) => balances)
	const symbols = new Set([...balances, ...reserved].map(({ symbol }) => symbol))
	return [...symbols]
		.map(symbol => {
			const held = Decimal.sum(balances.filter(one => one.symbol === symbol).map(({ amount }) => amount))
			const { sells = Decimal.zero, buys = Decimal.zero } = reserved.find(one => one.symbol === symbol) ?? {}
			return { symbol, held, sells, buys, free: Decimal.subtract(held, sells) }
		})
		.filter(({ held, sells, buys }) => held !== Decimal.zero || sells !== Decimal.zero || buys !== Decimal.zero)
}
