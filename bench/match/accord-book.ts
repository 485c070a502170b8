import { Decimal, type LimitOrder, type PriceLevel } from '@accord/protocol'
import { inProcessBus } from '../../packages/service/src/bus/in-process-bus.ts'
import { matchOrder } from '../../packages/service/src/orders/match-order.ts'
import { matchRequestOf } from '../../packages/service/src/orders/match-rules.ts'
import { feeInfo, market } from '../../packages/service/src/orders/order-fixture.ts'
import { availableLevels, type Reservation } from '../../packages/service/src/prices/available-levels.ts'
import { bookRulesOf } from '../../packages/service/src/prices/book-rules.ts'
import { offersByPriority } from '../../packages/service/src/prices/maker-offer.ts'
import { shownOrderBook } from '../../packages/service/src/prices/order-book.ts'
import { PriceBooks } from '../../packages/service/src/prices/price-books.ts'
import type { BookSides, Contender, SideText } from './contender.ts'

const pair = market.pair('XRD', 'xUSDC')
const rules = { market, feeInfo, makersPerOrder: 4 }
const { leastOffered } = bookRulesOf(rules, pair)

/** The service's own books and matcher: what is taken is a reservation, as the database would hold it. */
export class AccordBook implements Contender {
	readonly name = 'accord'
	readonly #books = new PriceBooks({
		clock: { nowMs: () => Date.now(), wakeAt: () => () => {} },
		bus: inProcessBus({ onError: () => {} }),
		withdrawAfterMs: 0,
	})
	#reservations: Reservation[] = []

	replace(maker: number, { bids, asks }: BookSides): void {
		const makerId = `maker-${maker}`
		if (this.#books.booksOfMaker(makerId).length === 0) this.#books.setQuoting(makerId, makerId, 'all')
		this.#books.replacePriceBook(makerId, makerId, { pair, bids: bids.map(readLevel), asks: asks.map(readLevel) })
		this.#reservations = this.#reservations.filter(reservation => reservation.makerId !== makerId)
	}

	show() {
		const sides = { bids: this.#available('bids'), asks: this.#available('asks') }
		return shownOrderBook({ pair, ...sides, makersPerOrder: rules.makersPerOrder })
	}

	take(amount: string): void {
		const available = this.#available('bids')
		const match = matchOrder(
			matchRequestOf(rules, {
				judged: { pair, side: 'bids', limitOrder: sell(amount) },
				available: offersByPriority(available),
			}),
		)
		if (match.kind !== 'matched') throw new Error('the order does not match')
		for (const { makerId, levels } of match.parts)
			this.#reservations.push({ makerId, side: 'bids', levels, state: 'open' })
	}

	left(): string {
		const [best] = this.show().bids
		return Decimal.format(best?.amount ?? Decimal.zero)
	}

	#available(side: 'bids' | 'asks') {
		const books = this.#books.booksOf(pair)
		return availableLevels({ side, books, reservations: this.#reservations, leastOffered: leastOffered[side] })
	}
}

function readLevel([price, amount]: SideText[number]): PriceLevel {
	return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
}

function sell(amount: string): LimitOrder {
	const sold = Decimal.parse(amount)
	return {
		sell: { symbol: 'XRD', amount: sold },
		buy: { symbol: 'xUSDC', amount: Decimal.roundDown(Decimal.mulDown(sold, Decimal.parse('0.01')), 6) },
	}
}
