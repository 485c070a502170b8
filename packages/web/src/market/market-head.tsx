import type { Pair } from '@accord/protocol'
import type { ReactNode } from 'react'
import { spreadOf } from '../book/spread.ts'
import { formatAmount, formatPercent, formatSignificant } from '../format/format-amount.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { Select } from '../ui/select.tsx'
import type { RecentTrades } from './use-trades.ts'

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
			<dl className="market-figures">
				<Figure
					name="Mid price"
					value={price(spread && formatAmount(spread.mid))}
					{...(spread === undefined ? {} : { unit: pair.quote })}
				/>
				<Figure
					name="Last price"
					value={last === undefined ? (recent.data === undefined ? '…' : 'none yet') : formatSignificant(last.price)}
				/>
				<Figure name="Best bid" value={price(book?.bids[0] && formatAmount(book.bids[0].price))} tone="buy" />
				<Figure name="Best ask" value={price(book?.asks[0] && formatAmount(book.asks[0].price))} tone="sell" />
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
