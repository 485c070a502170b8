import { type CandleInterval, candleIntervals, type Pair, pairKey } from '@accord/protocol'
import { useState } from 'react'
import { spreadOf } from '../book/spread.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { laterPart } from '../ui/later-part.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import type { ChartKind } from './chart-drawing.ts'
import { MidChart, useSeenMids } from './mid-chart.tsx'
import { useCandles } from './use-candles.ts'
import type { RecentTrades } from './use-trades.ts'
import './price-panel.css'

/** The chart library is a third of the page's weight, so it loads when it is first shown. */
const { Part: PriceChart } = laterPart(
	async () => (await import('./price-chart.tsx')).PriceChart,
	<Loading what="the chart" lines={8} />,
)

type ShownKind = ChartKind | 'mid'

/** The prices at which the pair's trades settled, or the middle of its book. */
export function PricePanel({ recent }: { recent: RecentTrades }) {
	const { pair } = useSession()
	const { book } = useOrderBook()
	const [interval, setInterval] = useState<CandleInterval>('5m')
	const [chosen, choose] = useState<ShownKind>()
	const { data: candles, error } = useCandles(pair, { interval, newest: recent.data?.[0] })
	const mid = book && spreadOf(book)?.mid
	const seen = useSeenMids(pair, mid)
	const count = candles?.length
	const isNew = useIsNew(pair, count)
	const kind = shownKind({ chosen: chosen ?? (isNew ? 'mid' : 'candles'), count, hasMid: mid !== undefined })
	const actions = (
		<div className="price-choices">
			<Choice
				name="Interval"
				options={Object.keys(candleIntervals) as CandleInterval[]}
				chosen={kind === 'mid' ? undefined : interval}
				isOpen={() => kind !== 'mid'}
				choose={setInterval}
			/>
			<Choice
				name="Chart type"
				options={['candles', 'line', 'mid'] as const}
				chosen={kind}
				isOpen={option => (option === 'mid' ? mid !== undefined : count !== 0)}
				choose={choose}
			/>
		</div>
	)
	const shown = () => {
		if (kind === 'mid' && mid !== undefined) return <MidChart {...{ pair, mid, seen }} hasTrades={count !== 0} />
		if (candles === undefined && error === undefined) return <Loading what="prices" lines={8} />
		if (candles === undefined) return <Failed title="Couldn’t load prices" error={error} />
		if (kind !== 'mid' && candles.length > 0)
			return <PriceChart key={`${interval} ${pairKey(pair)}`} {...{ candles, interval, kind, pair, mid }} />
		return (
			<Empty title="No price yet">
				Prices come from settled trades. Swap {pair.base} for {pair.quote} to make the first one.
			</Empty>
		)
	}
	return (
		<Panel title="Price" actions={actions}>
			<div className="price-room">{shown()}</div>
		</Panel>
	)
}

/** So many candles say more than the mid prices seen. */
const candlesLeast = 3

/** Whether the pair had no trades when it was first shown, and has few candles since. */
function useIsNew(pair: Pair, count: number | undefined): boolean {
	const key = pairKey(pair)
	const [bare, setBare] = useState<string>()
	if (count === 0 && bare !== key) setBare(key)
	return bare === key && count !== undefined && count < candlesLeast
}

type ShownKindOptions = { readonly chosen: ShownKind; readonly count: number | undefined; readonly hasMid: boolean }

/** What can be drawn: no candles before the first trade, and no mid price of a book with one side. */
function shownKind({ chosen, count, hasMid }: ShownKindOptions): ShownKind {
	if (count === 0 && hasMid) return 'mid'
	return chosen === 'mid' && !hasMid ? 'candles' : chosen
}

type ChoiceProps<T extends string> = {
	readonly name: string
	readonly options: readonly T[]
	readonly chosen: T | undefined
	readonly isOpen: (option: T) => boolean
	readonly choose: (option: T) => void
}

function Choice<T extends string>({ name, options, chosen, isOpen, choose }: ChoiceProps<T>) {
	return (
		<fieldset className="choice">
			<legend className="visually-hidden">{name}</legend>
			{options.map(option => (
				<button
					key={option}
					type="button"
					aria-pressed={option === chosen}
					disabled={!isOpen(option)}
					onClick={() => choose(option)}
				>
					{option}
				</button>
			))}
		</fieldset>
	)
}
