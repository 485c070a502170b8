import { Decimal, type TradedPair } from '@accord/protocol'
import { type CSSProperties, useState } from 'react'
import { clockTime } from '../format/clock-time.ts'
import { formatAmount } from '../format/format-amount.ts'
import { useConnection, useLostSince, useOrderBook, useSession } from '../session/session.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { BookTable } from './book-table.tsx'
import { bookView } from './book-view.ts'
import { priceSteps } from './group-levels.ts'
import { fixedTick, priceTick } from './price-tick.ts'
import { type Spread, spreadOf } from './spread.ts'
import './book-panel.css'

/** The live order book, with up to `rows` levels on each side. */
export function BookPanel({ rows = 10 }: { rows?: number }) {
	const { pair } = useSession()
	const { book } = useOrderBook()
	const spread = book === undefined ? undefined : spreadOf(book)
	const { step, chooser } = useGrouping(pair, spread)
	const style = { '--rows': rows } as CSSProperties
	return (
		<Panel title="Order book" actions={chooser}>
			<div className="book-room" style={style}>
				<Book rows={rows} step={step} spread={spread} />
			</div>
		</Panel>
	)
}

function Book({ rows, step, spread }: { rows: number; step: Decimal; spread: Spread | undefined }) {
	const { pair, tokens } = useSession()
	const { book, error } = useOrderBook()
	const isStale = useConnection() === 'reconnecting'
	const sinceMs = useLostSince()
	if (book === undefined)
		return error === undefined ? (
			<Loading what="the order book" lines={Math.min(10, rows * 2)} />
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
	const view = bookView(book, { step, tick, rows, divisibility })
	return (
		<>
			{sinceMs !== undefined && <p className="book-date">As of {clockTime(sinceMs)}</p>}
			<div className={isStale ? 'book-stale' : undefined}>
				<BookTable view={view} spread={spread} pair={pair} rows={rows} />
			</div>
		</>
	)
}

/**
 * The price step by which levels are grouped. Another pair starts ungrouped, but the prices along a route have up to 18
 * digits, of which all but the first five say nothing.
 */
function useGrouping({ base, quote, via }: TradedPair, spread: Spread | undefined) {
	const [chosen, setChosen] = useState({ pair: '', place: 0 })
	const key = `${base}/${quote}`
	const steps = priceSteps(spread?.mid)
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
