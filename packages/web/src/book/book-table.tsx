import { Decimal, type Pair, type Side } from '@accord/protocol'
import type { CSSProperties } from 'react'
import { formatAmount, formatPercent, formatSignificant } from '../format/format-amount.ts'
import { TableHead } from '../ui/table-head.tsx'
import type { BookView } from './book-view.ts'
import { compactAmount } from './compact-amount.ts'
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
					<LevelRow key={`${level.price}`} side="asks" level={level} view={view} />
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
					<LevelRow key={`${level.price}`} side="bids" level={level} view={view} />
				))}
				<Padding rows={rows - view.bids.length} />
			</tbody>
		</table>
	)
}

type LevelRowProps = { readonly side: Side; readonly level: DepthLevel; readonly view: BookView }

/** A level, its price never better than it is; the titles have all digits. */
function LevelRow({ side, level, view: { largest, pricePlaces, amountPlaces } }: LevelRowProps) {
	const bar = { '--share': shareOf(level.total, largest) } as CSSProperties
	const price = (side === 'bids' ? Decimal.roundDown : Decimal.roundUp)(level.price, pricePlaces)
	return (
		<tr style={bar}>
			<td className="book-price" title={price === level.price ? undefined : formatAmount(level.price)}>
				{formatAmount(price, { leastPlaces: pricePlaces })}
			</td>
			<td title={formatAmount(level.amount)}>{compactAmount(level.amount, amountPlaces)}</td>
			<td title={formatAmount(level.total)}>{compactAmount(level.total, amountPlaces)}</td>
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
