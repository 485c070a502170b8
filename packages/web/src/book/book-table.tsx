import { Decimal, type Pair } from '@accord/protocol'
import type { CSSProperties } from 'react'
import { formatAmount, formatPercent, formatSignificant } from '../format/format-amount.ts'
import { TableHead } from '../ui/table-head.tsx'
import type { BookView } from './book-view.ts'
import { type DepthLevel, shareOf } from './depth.ts'
import type { Spread } from './spread.ts'
import './book-table.css'

type BookTableProps = {
	readonly view: BookView
	readonly spread: Spread | undefined
	readonly pair: Pair
	readonly rows: number
}

/** Both sides of a book with the best prices in the middle. Its height does not depend on how many levels there are. */
export function BookTable({ view, spread, pair, rows }: BookTableProps) {
	return (
		<table className="book">
			<caption className="visually-hidden">
				{pair.base}/{pair.quote} order book: asks above, bids below
			</caption>
			<TableHead columns={[`Price (${pair.quote})`, `Amount (${pair.base})`, `Total (${pair.base})`]} />
			<tbody className="book-asks">
				<Padding rows={rows - view.asks.length} />
				{view.asks.toReversed().map(level => (
					<LevelRow key={`${level.price}`} level={level} view={view} />
				))}
			</tbody>
			<tbody className="book-middle">
				<tr>
					<td colSpan={3}>
						<Middle spread={spread} />
					</td>
				</tr>
			</tbody>
			<tbody className="book-bids">
				{view.bids.map(level => (
					<LevelRow key={`${level.price}`} level={level} view={view} />
				))}
				<Padding rows={rows - view.bids.length} />
			</tbody>
		</table>
	)
}

function LevelRow({ level, view }: { level: DepthLevel; view: BookView }) {
	const bar = { '--share': shareOf(level.total, view.largest) } as CSSProperties
	const amounts = { places: view.amountPlaces, leastPlaces: view.amountPlaces }
	return (
		<tr style={bar}>
			<td className="book-price">{formatAmount(level.price, { leastPlaces: view.pricePlaces })}</td>
			<td title={formatAmount(level.amount)}>{formatAmount(level.amount, amounts)}</td>
			<td title={formatAmount(level.total)}>{formatAmount(level.total, amounts)}</td>
		</tr>
	)
}

/** Prices along a route have up to 18 digits. */
const [midDigits, spreadDigits] = [8, 4]

function Middle({ spread }: { spread: Spread | undefined }) {
	if (spread === undefined) return <span className="book-note">Only one side is quoted</span>
	const isCrossed = Decimal.isNegative(spread.width)
	return (
		<div className="book-mid">
			<span className="book-mid-price" title={formatAmount(spread.mid)}>
				{formatSignificant(spread.mid, midDigits)}
			</span>
			<span className="book-note">
				{isCrossed ? 'crossed by' : 'spread'}{' '}
				{formatSignificant(isCrossed ? Decimal.negate(spread.width) : spread.width, spreadDigits)}
				{!isCrossed && ` · ${formatPercent(spread.fraction)}`}
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
