import {
	type BookObstacle,
	Decimal,
	type HiddenLevels,
	type MakerBookStatus,
	type Pair,
	type PriceLevel,
} from '@accord/protocol'
import { clockTime } from '../format/clock-time.ts'
import { formatAmount } from '../format/format-amount.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { TableHead } from '../ui/table-head.tsx'
import '../order/state-badge.css'

const columns = [
	'Pair',
	'Matched',
	{ number: 'Best bid' },
	{ number: 'Best ask' },
	{ number: 'Reserved of bids' },
	{ number: 'Reserved of asks' },
	'Sent',
	'Not in the order book',
]

/**
 * For each pair, whether the maker's book counts, how much of it is reserved, and which parts are not in the order book
 * and why.
 */
export function BooksPanel({ books }: { books: RemoteData<readonly MakerBookStatus[]> }) {
	const { pairs } = useSession()
	return (
		<DataPanel title="Your books" data={books}>
			{sent => (
				<div className="table-box">
					<table className="table table-cards maker-books">
						<caption className="visually-hidden">Your books by pair</caption>
						<TableHead columns={columns} />
						<tbody>
							{pairs.map(pair => (
								<Row key={`${pair.base}/${pair.quote}`} pair={pair} book={sent.find(one => isSame(one.pair, pair))} />
							))}
						</tbody>
					</table>
				</div>
			)}
		</DataPanel>
	)
}

function Row({ pair, book }: { pair: Pair; book: MakerBookStatus | undefined }) {
	return (
		<tr>
			<td data-label="Pair">
				<strong>
					{pair.base}/{pair.quote}
				</strong>
			</td>
			<td data-label="Matched">
				<MatchedBadge book={book} />
			</td>
			<td data-label="Best bid" className="number">
				<BestPrice level={book?.bids[0]} />
			</td>
			<td data-label="Best ask" className="number">
				<BestPrice level={book?.asks[0]} />
			</td>
			<td data-label="Reserved of bids" className="number">
				<Reserved amount={book?.reserved.bids} symbol={pair.base} />
			</td>
			<td data-label="Reserved of asks" className="number">
				<Reserved amount={book?.reserved.asks} symbol={pair.base} />
			</td>
			<td data-label="Sent">{book === undefined ? none : clockTime(book.setAtMs)}</td>
			<td data-label="Not in the order book">
				<Hidden hidden={book?.hidden ?? []} />
			</td>
		</tr>
	)
}

const none = <span className="maker-none">–</span>

const obstacles: Readonly<Record<BookObstacle, string>> = {
	no_stream: 'No session takes orders',
	paused: 'Paused',
	withdrawn: 'Withdrawn',
}

function MatchedBadge({ book }: { book: MakerBookStatus | undefined }) {
	if (book === undefined) return <span className="badge badge-open">No book</span>
	const { notInForceBecause } = book
	if (notInForceBecause === undefined) return <span className="badge badge-good">Yes</span>
	return <span className="badge badge-bad">{obstacles[notInForceBecause]}</span>
}

function BestPrice({ level }: { level: PriceLevel | undefined }) {
	return level === undefined ? none : formatAmount(level.price)
}

function Reserved({ amount = Decimal.zero, symbol }: { amount: Decimal | undefined; symbol: string }) {
	return amount === Decimal.zero ? none : <Amount amount={amount} symbol={symbol} format={{ places: 6 }} />
}

const sideNames = { bids: 'Bids', asks: 'Asks' } as const

function Hidden({ hidden }: { hidden: readonly HiddenLevels[] }) {
	if (hidden.length === 0) return none
	return (
		<ul className="maker-hidden">
			{hidden.map(({ side, because, detail }) => (
				<li key={`${side} ${because}`}>
					{side === undefined ? '' : `${sideNames[side]}: `}
					{detail}
				</li>
			))}
		</ul>
	)
}

function isSame(a: Pair, b: Pair): boolean {
	return a.base === b.base && a.quote === b.quote
}
