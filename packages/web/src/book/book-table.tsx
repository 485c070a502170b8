import { Decimal, type Pair, pairKey, type Side } from '@accord/protocol'
import type { CSSProperties } from 'react'
import { formatAmount, formatPercent, formatSignificant } from '../format/format-amount.ts'
import { MovedPrice } from '../ui/moved-price.tsx'
import { TableHead } from '../ui/table-head.tsx'
import type { BookView } from './book-view.ts'
import { compactAmount } from './compact-amount.ts'
import { type DepthLevel, shareOf } from './depth.ts'
import { formatPrice } from './price-tick.ts'
import type { Spread } from './spread.ts'
import { isTaken } from './taken-price.ts'
import '../ui/own-mark.css'
import './book-table.css'

type BookTableProps = {
	readonly view: BookView
	readonly spread: Spread | undefined
	readonly pair: Pair
	readonly rows: number
	/** Fills the form with everything up to a level. */
	readonly onLevel: (side: Side, level: DepthLevel) => void
}

/** Both sides of a book with the best prices in the middle. Its height does not depend on how many levels there are. */
export function BookTable({ view, spread, pair, rows, onLevel }: BookTableProps) {
	return (
		<table className="book">
			<caption className="visually-hidden">
				{pair.base}/{pair.quote} order book: asks above, bids below
			</caption>
			<TableHead columns={[`Price (${pair.quote})`, `Amount (${pair.base})`, `Total (${pair.base})`]} />
			<tbody className="book-asks">
				<Padding rows={rows - view.asks.length} />
				{view.asks.toReversed().map(level => (
					<LevelRow key={`${level.price}`} side="asks" {...{ level, view, pair, onLevel }} />
				))}
			</tbody>
			<tbody className="book-middle">
				<tr>
					<td colSpan={3}>
						<Middle spread={spread} pair={pair} />
					</td>
				</tr>
			</tbody>
			<tbody className="book-bids">
				{view.bids.map(level => (
					<LevelRow key={`${level.price}`} side="bids" {...{ level, view, pair, onLevel }} />
				))}
				<Padding rows={rows - view.bids.length} />
			</tbody>
		</table>
	)
}

type LevelRowProps = Pick<BookTableProps, 'view' | 'pair' | 'onLevel'> & {
	readonly side: Side
	readonly level: DepthLevel
}

/** A level, its price never better than it is. A click anywhere on it fills the form; its title has all digits. */
function LevelRow({ side, level, view, pair, onLevel }: LevelRowProps) {
	const { largest, pricePlaces, amountPlaces, taken, own } = view
	const bar = { '--share': shareOf(level.total, largest) } as CSSProperties
	const rounded = (side === 'bids' ? Decimal.roundDown : Decimal.roundUp)(level.price, pricePlaces)
	const price = formatAmount(rounded, { leastPlaces: pricePlaces })
	const [amount, total] = [level.amount, level.total].map(one => `${formatAmount(one)} ${pair.base}`)
	const isInOrder = taken?.side === side && isTaken(level, side, taken.worst)
	const isOwn = own?.[side].includes(level.price) === true
	return (
		<tr style={bar} className={isInOrder ? 'book-taken' : undefined}>
			<td className="book-price">
				<button
					type="button"
					className="book-level"
					aria-label={`${side === 'bids' ? 'Sell' : 'Buy'} ${total} at ${price} or better`}
					title={`${formatAmount(level.price)} ${pair.quote}: ${amount}, ${total} up to here`}
					onClick={() => onLevel(side, level)}
				>
					{price}
				</button>
				{isOwn && (
					<span className="own-mark" title="The limit of your open order">
						<span className="visually-hidden">The limit of your open order</span>
					</span>
				)}
			</td>
			<td>{compactAmount(level.amount, amountPlaces)}</td>
			<td>{compactAmount(level.total, amountPlaces)}</td>
		</tr>
	)
}

/** Prices along a route have up to 18 digits. */
const spreadDigits = 4

function Middle({ spread, pair }: Pick<BookTableProps, 'spread' | 'pair'>) {
	if (spread === undefined) return <span className="book-note">Only one side is quoted</span>
	const { width, mid, fraction } = spread
	if (mid === undefined || fraction === undefined)
		return (
			<span className="book-note">{`Crossed by ${formatSignificant(Decimal.negate(width), spreadDigits)}: no mid price`}</span>
		)
	return (
		<div className="book-mid">
			<span className="book-mid-price">
				<MovedPrice price={mid} of={pairKey(pair)} title={formatAmount(mid)}>
					{formatPrice(pair, mid)}
				</MovedPrice>
			</span>
			<span className="book-note">
				{`spread ${formatSignificant(width, spreadDigits)} · ${formatPercent(fraction)}`}
			</span>
		</div>
	)
}

/** Empty rows in place of missing levels. */
function Padding({ rows }: { rows: number }) {
	return Array.from({ length: Math.max(0, rows) }, (_, row) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: empty rows are all alike
		<tr key={row} className="book-padding">
			<td colSpan={3} />
		</tr>
	))
}
