import { Decimal, type LimitOrder, type PriceLevel } from '@accord/protocol'
import { inProcessBus } from '../../packages/service/src/bus/bus.ts'
import { matchOrder } from '../../packages/service/src/matching/match-order.ts'
import { matchRequestOf } from '../../packages/service/src/matching/match-request.ts'
import { Book } from '../../packages/service/src/prices/books.ts'
import { levelsByPriority, offerLimitsOf } from '../../packages/service/src/prices/maker-offer.ts'
import { MakerQuotes } from '../../packages/service/src/prices/maker-quotes.ts'
import { ReservedLiquidity } from '../../packages/service/src/prices/reserved-liquidity.ts'
import { shownOrderBook } from '../../packages/service/src/prices/shown-book.ts'
import { feeInfo, market } from '../../packages/service/src/testing/order-fixture.ts'
import type { BookSides, Contender, SideText } from './contender.ts'

const pair = market.pair('XRD', 'xUSDC')
const rules = { market, feeInfo, makersPerOrder: 4, surplusMinXrd: Decimal.parse('0.1') }
/** More than any maker quotes here. */
const exposureMax = Decimal.parse('1000000000')

/** The service's own book and matcher; amounts taken are subtracted as the service subtracts reservations. */
export class AccordBook implements Contender {
	readonly name = 'accord'
	readonly #makerQuotes = new MakerQuotes({
		clock: { nowMs: () => Date.now(), wakeAt: () => () => {} },
		bus: inProcessBus({ onError: () => {} }),
		withdrawAfterMs: 0,
	})
	readonly #reserved = new Map<string, ReservedLiquidity>()
	readonly #book = new Book({
		...offerLimitsOf(rules, pair),
		exposureMax,
		pair,
		makerQuotes: this.#makerQuotes,
		reservations: { reservedOf: (_pair, makerId) => this.#reserved.get(makerId) },
	})
	#versions = 0

	replace(maker: number, { bids, asks }: BookSides): void {
		const makerId = `maker-${maker}`
		if (this.#makerQuotes.booksOfMaker(makerId).length === 0) this.#makerQuotes.setQuoting(makerId, makerId, 'all')
		this.#makerQuotes.replacePriceBook(makerId, makerId, { pair, bids: bids.map(readLevel), asks: asks.map(readLevel) })
		this.#reserved.delete(makerId)
	}

	show() {
		const { bids, asks } = this.#book.offers()
		const sides = { bids: levelsByPriority('bids', bids), asks: levelsByPriority('asks', asks) }
		return shownOrderBook({ pair, ...sides, makersPerOrder: rules.makersPerOrder })
	}

	take(amount: string): void {
		const available = this.#book.offers().bids
		const validated = { pair, side: 'bids' as const, limitOrder: sell(amount) }
		const match = matchOrder(matchRequestOf(rules, { validated, ownMakers: [], available }))
		if (match.kind !== 'matched') throw new Error('the order does not match')
		for (const { makerId, levels } of match.parts) {
			const reserved = this.#reserved.get(makerId) ?? new ReservedLiquidity()
			this.#reserved.set(makerId, reserved)
			this.#versions += 1
			reserved.open({ partId: `${this.#versions}`, number: BigInt(this.#versions), side: 'bids', levels })
			reserved.version = this.#versions
		}
	}

	left(): string {
		const [best] = this.show().bids
		return Decimal.format(best?.amount ?? Decimal.zero)
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
