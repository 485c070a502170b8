import {
	type BookObstacle,
	Decimal,
	type HiddenLevels,
	type MakerBookStatus,
	type Pair,
	type PriceLevel,
	pairKey,
	type Side,
} from '@accord/protocol'
import { clockTime } from '../format/clock-time.ts'
import { formatAmount } from '../format/format-amount.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import '../order/state-badge.css'

type PairBook = { readonly pair: Pair; readonly book: MakerBookStatus | undefined }

const columns: readonly TableColumn<PairBook>[] = [
	{ name: 'Pair', cell: ({ pair }) => <strong>{pairKey(pair)}</strong> },
	{ name: 'Matched', cell: ({ book }) => <MatchedBadge book={book} /> },
	{ name: 'Best bid', kind: 'figure', cell: ({ book }) => <BestPrice level={book?.bids[0]} /> },
	{ name: 'Best ask', kind: 'figure', cell: ({ book }) => <BestPrice level={book?.asks[0]} /> },
	{ name: 'Reserved of bids', kind: 'figure', cell: of => <Reserved of={of} side="bids" /> },
	{ name: 'Reserved of asks', kind: 'figure', cell: of => <Reserved of={of} side="asks" /> },
	{ name: 'Sent', cell: ({ book }) => (book === undefined ? none : clockTime(book.setAtMs)) },
	{ name: 'Not in the order book', cell: ({ book }) => <Hidden hidden={book?.hidden ?? []} /> },
]

/**
 * For each pair, whether the maker's book counts, how much of it is reserved, and which parts are not in the order book
 * and why.
 */
export function BooksPanel({ books }: { books: RemoteData<readonly MakerBookStatus[]> }) {
	const pairs = useSession().pairs.filter(({ quoted }) => quoted !== false)
	return (
		<DataPanel title="Your books" data={books}>
			{sent => (
				<DataTable
					caption="Your books by pair"
					columns={columns}
					rows={pairs.map(pair => ({ pair, book: sent.find(book => pairKey(book.pair) === pairKey(pair)) }))}
					keyOf={({ pair }) => pairKey(pair)}
					className="maker-books"
				/>
			)}
		</DataPanel>
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

function Reserved({ of: { pair, book }, side }: { of: PairBook; side: Side }) {
	const { base: symbol } = pair
	const amount = book?.reserved[side] ?? Decimal.zero
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
