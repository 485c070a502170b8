import { Decimal, type MakerBookStatus, pairKey, type Side } from '@accord/protocol'
import { formatAmount, placesFor } from '../format/format-amount.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { type CrossedLevel, crossedLevels, type MarkedLevel, markOwnLevels } from './own-levels.ts'

const rowsOfOthers = 8
const amountDigits = 7
const amountNames = ['In the book', 'Yours sent', 'Available']
const noLevels = { bids: [], asks: [], available: { bids: [], asks: [] } }

/** The order book of the chosen pair with the maker's own levels marked. */
export function LevelsPanel({ books }: { books: RemoteData<readonly MakerBookStatus[]> }) {
	return (
		<DataPanel title="Your levels" data={books} actions={<PairChoice />}>
			{sent => <Levels books={sent} />}
		</DataPanel>
	)
}

function PairChoice() {
	const { pairs, pair, choosePair } = useMakersPair()
	const chosen = `${pair.base}/${pair.quote}`
	const choose = (text: string) => {
		const next = pairs.find(({ base, quote }) => `${base}/${quote}` === text)
		if (next !== undefined) choosePair(next)
	}
	return (
		<Select label="Pair of the levels" value={chosen} onChange={event => choose(event.target.value)}>
			{pairs.map(({ base, quote }) => (
				<option key={`${base}/${quote}`}>{`${base}/${quote}`}</option>
			))}
		</Select>
	)
}

/** The pairs that makers quote, and the chosen one of them; the first, if the page's pair is none. */
function useMakersPair() {
	const { pairs, pair, choosePair } = useSession()
	const quoted = pairs.filter(one => one.quoted !== false)
	return { pairs: quoted, pair: quoted.includes(pair) ? pair : (quoted[0] ?? pair), choosePair }
}

function Levels({ books }: { books: readonly MakerBookStatus[] }) {
	const { pair } = useMakersPair()
	const { book: shown } = useOrderBook(pair)
	if (shown === undefined) return <Loading what="the order book" lines={8} />
	const book = books.find(book => pairKey(book.pair) === pairKey(pair))
	const own = book ?? noLevels
	const crossed = book?.notInForceBecause === undefined ? crossedLevels({ shown, own }) : []
	const marked = (side: Side) => markOwnLevels(side, { shown, own, rows: rowsOfOthers })
	const [asks, bids] = [marked('asks').toReversed(), marked('bids')]
	if (asks.length + bids.length === 0)
		return <Empty title={`No quotes for ${pairKey(pair)}`}>Neither yours nor another maker’s.</Empty>
	const largest = [...asks, ...bids].flatMap(({ inBook, own }) => [inBook ?? Decimal.zero, own ?? Decimal.zero])
	const places = placesFor(largest.reduce(Decimal.max, Decimal.zero), amountDigits)
	return (
		<div className="key-stack">
			{crossed.map(level => (
				<Crossed key={level.side} level={level} />
			))}
			<div className="table-box">
				<table className="table maker-levels">
					<caption className="visually-hidden">
						{pair.base}/{pair.quote} order book with your levels: asks above, bids below
					</caption>
					<TableHead
						columns={[`Price (${pair.quote})`, ...amountNames.map(name => ({ number: `${name} (${pair.base})` }))]}
					/>
					<tbody className="maker-asks">
						{asks.map(level => (
							<LevelRow key={`${level.price}`} level={level} places={places} />
						))}
					</tbody>
					<tbody className="maker-bids">
						{bids.map(level => (
							<LevelRow key={`${level.price}`} level={level} places={places} />
						))}
					</tbody>
				</table>
			</div>
		</div>
	)
}

function Crossed({ level: { side, price, best } }: { level: CrossedLevel }) {
	const [yours, others, place] = side === 'bids' ? ['bid', 'ask', 'at or above'] : ['ask', 'bid', 'at or below']
	return (
		<Notice kind="warn">
			{`Crossed: your ${yours} of ${formatAmount(price)} is ${place} another maker’s ${others} of ${formatAmount(best)}. Check your price: makers are not matched with each other, so both stay.`}
		</Notice>
	)
}

function LevelRow({ level, places }: { level: MarkedLevel; places: number }) {
	const { price, inBook, own } = level
	const available = own === undefined ? undefined : (level.available ?? Decimal.zero)
	return (
		<tr className={own === undefined ? undefined : 'maker-own'}>
			<td className="maker-price">
				{formatAmount(price)}
				{own !== undefined && <span className="visually-hidden"> (yours)</span>}
			</td>
			{[inBook, own, available].map((amount, column) => (
				<td key={amountNames[column]} className="number" data-label={amountNames[column]}>
					{amount !== undefined && <Amount amount={amount} format={{ places }} />}
				</td>
			))}
		</tr>
	)
}
