import {
	Decimal,
	type MakerBooksWire,
	type MakerBookWire,
	type PriceLevel,
	type PriceLevelWire,
} from '@accord/protocol'
import type { MakerBookDetails, OrderReservation } from '../../prices/maker-books.ts'
import type { TradeApp } from '../trade/trade-app.ts'
import type { KeyRequired } from './maker-routes.ts'

export type BooksDeps = { readonly makerBooks: (makerId: string) => Promise<readonly MakerBookDetails[]> }

/** GET /maker/books */
export function books(app: TradeApp, { makerBooks }: BooksDeps, keyRequired: KeyRequired): void {
	app.get('/maker/books', keyRequired, async ({ makerId }): Promise<MakerBooksWire> => {
		return { books: (await makerBooks(makerId)).map(formatBook) }
	})
}

function formatBook({ book, available, notInForceBecause, reservations }: MakerBookDetails): MakerBookWire {
	return {
		pair: { ...book.pair },
		...formatSides(book),
		available: formatSides(available),
		set_at_ms: book.setAtMs,
		in_force: notInForceBecause === undefined,
		...(notInForceBecause === undefined ? {} : { not_in_force_because: notInForceBecause }),
		reservations: reservations.map(formatReservation),
	}
}

function formatReservation(reservation: OrderReservation): MakerBookWire['reservations'][number] {
	const { orderId, side, amount, levels, state, partState } = reservation
	return {
		order_id: orderId,
		side,
		amount: Decimal.format(amount),
		state: state === 'settled' ? 'settled' : partState === 'asked' ? 'asked' : 'filled',
		levels: levels.map(formatLevel),
	}
}

function formatSides({ bids, asks }: { bids: readonly PriceLevel[]; asks: readonly PriceLevel[] }) {
	return { bids: bids.map(formatLevel), asks: asks.map(formatLevel) }
}

function formatLevel({ price, amount }: PriceLevel): PriceLevelWire {
	return [Decimal.format(price), Decimal.format(amount)]
}
