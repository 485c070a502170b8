import { type CandleInterval, candleIntervals, pairKey } from '@accord/protocol'
import { useState } from 'react'
import { spreadOf } from '../book/spread.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { laterPart } from '../ui/later-part.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import type { ChartKind } from './chart-drawing.ts'
import { MidChart } from './mid-chart.tsx'
import { useCandles } from './use-candles.ts'
import type { RecentTrades } from './use-trades.ts'
import './price-panel.css'

/** The chart library is a third of the page's weight, so it loads when it is first shown. */
const { Part: PriceChart } = laterPart(
	async () => (await import('./price-chart.tsx')).PriceChart,
	<Loading what="the chart" lines={8} />,
)

/** The prices at which the pair's trades settled. */
export function PricePanel({ recent }: { recent: RecentTrades }) {
	const [interval, setInterval] = useState<CandleInterval>('5m')
	const [kind, setKind] = useState<ChartKind>('candles')
	const actions = (
		<div className="price-choices">
			<Choice
				name="Interval"
				options={Object.keys(candleIntervals) as CandleInterval[]}
				chosen={interval}
				choose={setInterval}
			/>
			<Choice name="Chart type" options={['candles', 'line'] as const} chosen={kind} choose={setKind} />
		</div>
	)
	return (
		<Panel title="Price" actions={actions}>
			<div className="price-room">
				<Prices recent={recent} interval={interval} kind={kind} />
			</div>
		</Panel>
	)
}

function Prices({ recent, interval, kind }: { recent: RecentTrades; interval: CandleInterval; kind: ChartKind }) {
	const { pair } = useSession()
	const { book } = useOrderBook()
	const { data: candles, error } = useCandles(pair, interval, recent.data?.[0])
	const mid = book && spreadOf(book)?.mid
	if (candles === undefined)
		return error === undefined ? (
			<Loading what="prices" lines={8} />
		) : (
			<Failed title="Couldn’t load prices" error={error} />
		)
	if (candles.length === 0 && mid !== undefined) return <MidChart pair={pair} mid={mid} />
	if (candles.length === 0)
		return (
			<Empty title="No price yet">
				Prices come from settled trades. Swap {pair.base} for {pair.quote} to make the first one.
			</Empty>
		)
	return <PriceChart key={`${interval} ${pairKey(pair)}`} {...{ candles, interval, kind, pair, mid }} />
}

type ChoiceProps<T extends string> = {
	readonly name: string
	readonly options: readonly T[]
	readonly chosen: T
	readonly choose: (option: T) => void
}

function Choice<T extends string>({ name, options, chosen, choose }: ChoiceProps<T>) {
	return (
		<fieldset className="choice">
			<legend className="visually-hidden">{name}</legend>
			{options.map(option => (
				<button key={option} type="button" aria-pressed={option === chosen} onClick={() => choose(option)}>
					{option}
				</button>
			))}
		</fieldset>
	)
}
