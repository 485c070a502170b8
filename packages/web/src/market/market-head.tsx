import { type Decimal, isPairOf, type Pair, pairKey, type Trade } from '@accord/protocol'
import type { ReactNode } from 'react'
import { compactAmount } from '../book/compact-amount.ts'
import { fixedTick, formatPrice } from '../book/price-tick.ts'
import { spreadOf } from '../book/spread.ts'
import { formatAmount, formatPercent, placesFor } from '../format/format-amount.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { MovedPrice } from '../ui/moved-price.tsx'
import { Select } from '../ui/select.tsx'
import type { DayFigures as Day } from './day-figures.ts'
import { useDay } from './use-day.ts'
import type { RecentTrades } from './use-trades.ts'
import './market-head.css'

type MarketHeadProps = { readonly recent: RecentTrades } & PairSelectProps

/** The pair and its key figures, in one line where there is room. */
export function MarketHead({ recent, choosePair }: MarketHeadProps) {
	const { pair } = useSession()
	const { book } = useOrderBook()
	const spread = book === undefined ? undefined : spreadOf(book)
	// The first mid price sets the places of all prices below.
	fixedTick(pair, spread?.mid)
	const last = recent.data?.[0]
	const isKnown = book !== undefined
	const price = (value: ReactNode) => (value === undefined ? (isKnown ? 'none' : '…') : value)
	return (
		<div className="market-head">
			<PairSelect choosePair={choosePair} />
			<dl className="market-figures">
				<Figure
					name="Mid price"
					kind="lead"
					value={price(spread && (spread.mid === undefined ? 'crossed' : <MidPrice mid={spread.mid} />))}
				/>
				<Figure
					name="Last price"
					value={last === undefined ? (recent.data === undefined ? '…' : 'none yet') : formatPrice(pair, last.price)}
				/>
				<DayFigures newest={last} />
			</dl>
			<Routes />
		</div>
	)
}

function MidPrice({ mid }: { mid: Decimal }) {
	const { pair } = useSession()
	return (
		<MovedPrice price={mid} of={pairKey(pair)} title={formatAmount(mid)}>
			{formatPrice(pair, mid)} <span className="market-unit">{pair.quote}</span>
		</MovedPrice>
	)
}

/** The last 24 hours; the sign says what the colour does. */
function DayFigures({ newest }: { newest: Trade | undefined }) {
	const { pair } = useSession()
	const day = useDay(pair, newest)
	const value = (show: (of: Day) => ReactNode) => (day === undefined ? '…' : day === null ? '–' : show(day))
	const tone = day?.isUp === undefined || day.change === 0n ? {} : ({ tone: day.isUp ? 'buy' : 'sell' } as const)
	return (
		<>
			<Figure
				name="24 h change"
				value={value(({ isUp, change }) => `${change === 0n ? '' : isUp ? '+' : '−'}${formatPercent(change)}`)}
				{...tone}
			/>
			<Figure name="24 h high" value={value(({ high }) => formatPrice(pair, high))} />
			<Figure name="24 h low" value={value(({ low }) => formatPrice(pair, low))} />
			<Figure
				name="24 h volume"
				hint="Legs of routed trades count, too"
				value={value(({ volume }) => compactAmount(volume, placesFor(volume, volumeDigits)))}
				{...(day === undefined || day === null ? {} : { unit: pair.base })}
			/>
		</>
	)
}

const volumeDigits = 5

type PairSelectProps = { readonly choosePair: (pair: Pair) => void }

function PairSelect({ choosePair }: PairSelectProps) {
	const { pairs, pair } = useSession()
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
	readonly hint?: string
	readonly unit?: string
	readonly tone?: 'buy' | 'sell'
	readonly kind?: 'plain' | 'lead'
}

function Figure({ name, value, hint, unit, tone, kind = 'plain' }: FigureProps) {
	return (
		<div className={`market-figure market-figure-${kind}`} title={hint}>
			<dt>
				{name}
				{hint !== undefined && <span className="visually-hidden">{`, ${hint}`}</span>}
			</dt>
			<dd className={tone === undefined ? undefined : `market-${tone}`}>
				{value}
				{unit !== undefined && <span className="market-unit"> {unit}</span>}
			</dd>
		</div>
	)
}
