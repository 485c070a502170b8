import { isPairOf, type Pair, pairKey } from '@accord/protocol'
import type { ReactNode } from 'react'
import { spreadOf } from '../book/spread.ts'
import { formatPercent, formatSignificant } from '../format/format-amount.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { Select } from '../ui/select.tsx'
import type { RecentTrades } from './use-trades.ts'

/** The book shows prices in full. */
const priceDigits = 7

/** The pair and its key figures. */
export function MarketHead({ recent }: { recent: RecentTrades }) {
	const { pair } = useSession()
	const { book } = useOrderBook()
	const spread = book === undefined ? undefined : spreadOf(book)
	const last = recent.data?.[0]
	const isKnown = book !== undefined
	const price = (value: ReactNode) => (value === undefined ? (isKnown ? 'none' : '…') : value)
	return (
		<div className="market-head">
			<PairSelect />
			<Routes />
			<dl className="market-figures">
				<Figure
					name="Mid price"
					value={price(spread && formatSignificant(spread.mid, priceDigits))}
					{...(spread === undefined ? {} : { unit: pair.quote })}
				/>
				<Figure
					name="Last price"
					value={last === undefined ? (recent.data === undefined ? '…' : 'none yet') : formatSignificant(last.price)}
				/>
				<Figure
					name="Best bid"
					value={price(book?.bids[0] && formatSignificant(book.bids[0].price, priceDigits))}
					tone="buy"
				/>
				<Figure
					name="Best ask"
					value={price(book?.asks[0] && formatSignificant(book.asks[0].price, priceDigits))}
					tone="sell"
				/>
				<Figure name="Spread" value={price(spread && formatPercent(spread.fraction))} />
			</dl>
		</div>
	)
}

function PairSelect() {
	const { pairs, pair, choosePair } = useSession()
	const text = ({ base, quote }: Pair) => `${base}/${quote}`
	return (
		<div className="market-pair">
			<Select
				label="Pair"
				value={text(pair)}
				onChange={event => {
					const chosen = pairs.find(one => text(one) === event.target.value)
					if (chosen !== undefined) choosePair(chosen)
				}}
			>
				{pairs.map(one => (
					<option key={text(one)}>{text(one)}</option>
				))}
			</Select>
		</div>
	)
}

/** Where the prices of a pair with routes come from. */
function Routes() {
	const { pair, pairs } = useSession()
	if (pair.via === undefined) return null
	const bookOf = (one: string, other: string) => pairs.find(book => isPairOf(book, one, other))
	const books = pair.via.map(middle => [bookOf(pair.base, middle), bookOf(middle, pair.quote)])
	const names = books.map(legs => legs.flatMap(leg => (leg === undefined ? [] : pairKey(leg))).join(' and '))
	return (
		<p className="market-routes">
			{pair.quoted === false ? 'No maker quotes this pair. Its prices come from' : 'Its prices also come from'} the
			books of {names.join(', or of ')}.
		</p>
	)
}

type FigureProps = {
	readonly name: string
	readonly value: ReactNode
	readonly unit?: string
	readonly tone?: 'buy' | 'sell'
}

function Figure({ name, value, unit, tone }: FigureProps) {
	return (
		<div className="market-figure">
			<dt>{name}</dt>
			<dd className={tone === undefined ? undefined : `market-${tone}`}>
				{value}
				{unit !== undefined && <span className="market-unit"> {unit}</span>}
			</dd>
		</div>
	)
}
