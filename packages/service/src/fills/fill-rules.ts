import { Decimal, type LimitOrder, TradeError, type Violation } from '@accord/protocol'
import type { PartToFill } from './fills-table.ts'

/** @throws TradeError `unknown_order` */
export function requirePart(part: PartToFill | undefined): PartToFill {
	if (part === undefined) throw new TradeError('unknown_order')
	return part
}

/** @throws TradeError `already_filled`, `order_not_open`, `fill_too_late` */
export function requireOpen(part: PartToFill, receivedAtMs: number): void {
	if (part.filledBy !== undefined) throw new TradeError('already_filled')
	if (part.state === 'rejected') throw new TradeError('order_not_open')
	if (part.state === 'timed_out' || receivedAtMs > part.fillBeforeMs) throw new TradeError('fill_too_late')
}

/**
 * The account must belong to the part's maker.
 * @throws TradeError `foreign_account`
 */
export function requireOwnAccount({ accountOwner, makerId }: PartToFill): void {
	if (accountOwner !== makerId) throw new TradeError('foreign_account')
}

/** What a fill of the part sells and buys. */
export function termsOf({ sell, buy }: Pick<PartToFill, 'sell' | 'buy'>): LimitOrder {
	return {
		sell: { symbol: sell.symbol, amount: Decimal.parse(sell.amount) },
		buy: { symbol: buy.symbol, amount: Decimal.parse(buy.amount) },
	}
}

/**
 * A fill gives at least what its part asks for, and wants no more than the part offers; any surplus costs the user
 * nothing.
 * @throws TradeError `fill_amount_mismatch`
 */
export function requireMirror(found: LimitOrder, part: Pick<PartToFill, 'sell' | 'buy'>): void {
	const terms = termsOf(part)
	const violations = (['sell', 'buy'] as const).flatMap((side): Violation[] => {
		const { symbol, amount } = found[side]
		const requested = terms[side]
		const isEnough = side === 'sell' ? amount >= requested.amount : amount <= requested.amount
		if (symbol === requested.symbol && isEnough) return []
		const bound = side === 'sell' ? 'to sell at least' : 'to buy at most'
		const expected = `${bound} ${Decimal.format(requested.amount)} ${requested.symbol}`
		return [{ code: 'fill_amount_mismatch', item: { expected, found: `${Decimal.format(amount)} ${symbol}` } }]
	})
	const [first, ...rest] = violations
	if (first !== undefined) throw TradeError.fromViolations([first, ...rest])
}
