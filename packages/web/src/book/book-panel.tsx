import { Decimal, type Pair, type TradedPair } from '@accord/protocol'
import { type CSSProperties, useState } from 'react'
import type { SwapLink } from '../app/route.ts'
import { clockTime } from '../format/clock-time.ts'
import { formatAmount } from '../format/format-amount.ts'
import { useConnection, useLostSince, useOrderBook, useSession } from '../session/session.tsx'
import { useLevelFill } from '../swap/level-fill.ts'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { BookTable } from './book-table.tsx'
import { bookView } from './book-view.ts'
import { groupPrice, priceSteps } from './group-levels.ts'
import { OrderNote } from './order-note.tsx'
import { ownRows } from './own-rows.ts'
import { fixedTick, priceTick } from './price-tick.ts'
import { type Spread, spreadOf } from './spread.ts'
import { type Taken, takenPrice } from './taken-price.ts'
import { useOwnLimits } from './use-own-limits.ts'
import './book-panel.css'

type BookPanelProps = {
	readonly rows?: number
	/** What the form is filled with: the levels that it takes are marked. */
	readonly form?: SwapLink
}

/** The live order book, with up to `rows` levels on each side; a level fills the form. */
export function BookPanel({ rows = 10, form = {} }: BookPanelProps) {
	const { pair } = useSession()
	const { book } = useOrderBook()
	const spread = book === undefined ? undefined : spreadOf(book)
	const { step, chooser } = useGrouping(pair, spread)
	const style = { '--rows': rows } as CSSProperties
	const actions = (
		<>
			<p className="book-order">{book !== undefined && <OrderNote book={book} taken={takenBy(form, pair)} />}</p>
			{chooser}
		</>
	)
	return (
		<Panel title="Order book" actions={actions}>
			<div className="book-room" style={style}>
				<Book rows={rows} step={step} spread={spread} form={form} />
			</div>
		</Panel>
	)
}

type BookProps = Required<BookPanelProps> & { readonly step: Decimal; readonly spread: Spread | undefined }

function Book({ rows, step, spread, form }: BookProps) {
	const { pair, tokens } = useSession()
	const { book, error } = useOrderBook()
	const own = useOwnLimits(pair)
	const isStale = useConnection() === 'reconnecting'
	const sinceMs = useLostSince()
	const fill = useLevelFill(pair)
	if (book === undefined)
		return error === undefined ? (
			<Loading what="the order book" lines={rows * 2} />
		) : (
			<Failed title="Couldn’t load the order book" error={error} />
		)
	if (book.bids.length === 0 && book.asks.length === 0)
		return (
			<Empty title={`No quotes for ${pair.base}/${pair.quote}`}>
				Prices appear here as soon as a maker quotes them.
			</Empty>
		)
	const divisibility = tokens.get(pair.base)?.divisibility ?? 18
	const tick = fixedTick(pair, spread?.mid) ?? priceTick(book.bids[0]?.price ?? book.asks[0]?.price ?? Decimal.one)
	const taken = takenBy(form, pair)
	const price = taken && takenPrice(book, taken)
	const rowsOf = bookView(book, { step, tick, rows, divisibility })
	const view = {
		...rowsOf,
		own: ownRows(rowsOf, own),
		...(taken === undefined || price === undefined
			? {}
			: { taken: { side: taken.side, worst: groupPrice(price, { side: taken.side, step }) } }),
	}
	return (
		<>
			{sinceMs !== undefined && <p className="book-date">As of {clockTime(sinceMs)}</p>}
			<div className={isStale ? 'book-stale' : undefined}>
				<BookTable
					view={view}
					spread={spread}
					pair={pair}
					rows={rows}
					onLevel={(side, { total }) => fill(side, total)}
				/>
			</div>
		</>
	)
}

/** What a filled form takes from the pair's book; undefined if it is another pair's, or without an amount. */
function takenBy({ sell, buy, amount, exact }: SwapLink, { base, quote }: Pair): Taken | undefined {
	const sold = sell ?? (buy === base ? quote : base)
	const value = amount === undefined ? undefined : Decimal.tryParse(amount)
	if (value === undefined || (sold !== base && sold !== quote)) return undefined
	const named = exact === 'buy' ? (sold === base ? quote : base) : sold
	return { side: sold === base ? 'bids' : 'asks', token: named === base ? 'base' : 'quote', amount: value }
}

/**
 * The price step by which levels are grouped. Another pair starts ungrouped, but the prices along a route have up to 18
 * digits, of which all but the first five say nothing.
 */
function useGrouping({ base, quote, via }: TradedPair, spread: Spread | undefined) {
	const [chosen, setChosen] = useState({ pair: '', place: 0 })
	const key = `${base}/${quote}`
	const steps = priceSteps(spread?.mid ?? spread?.bestBid)
	const place = chosen.pair === key ? chosen.place : via === undefined ? 0 : Math.min(1, steps.length - 1)
	const step = steps[place] ?? Decimal.zero
	const chooser = (
		<Select
			label="Group prices by"
			value={place}
			onChange={event => setChosen({ pair: key, place: Number(event.target.value) })}
		>
			{steps.map((one, at) => (
				<option key={`${one}`} value={at}>
					{one === Decimal.zero ? 'No grouping' : formatAmount(one)}
				</option>
			))}
		</Select>
	)
	return { step, chooser }
}
