import { type Candle, type CandleInterval, Decimal, type Pair } from '@accord/protocol'
import {
	CandlestickSeries,
	createChart,
	HistogramSeries,
	type IChartApi,
	type IPriceLine,
	type ISeriesApi,
	LineSeries,
	LineStyle,
	TickMarkType,
	type Time,
	type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef, useState } from 'react'
import { useTheme } from '../app/theme.ts'
import { formatSignificant, placesFor } from '../format/format-amount.ts'
import { type ChartTimes, chartTimes } from './chart-times.ts'
import { chartWords } from './chart-words.ts'
import { priceRange } from './price-range.ts'

/** How prices are drawn. */
export type ChartKind = 'candles' | 'line'

type PriceChartProps = {
	/** Candles, oldest first; at least one. */
	readonly candles: readonly Candle[]
	readonly interval: CandleInterval
	readonly kind: ChartKind
	readonly pair: Pair
	/** The mid price, if the book has both sides. */
	readonly mid: Decimal | undefined
}

/** Candles or a line, above the volume. Only the drawing uses numbers; the figures in text are exact. */
export default function PriceChart({ candles, interval, kind, pair, mid }: PriceChartProps) {
	const [pointed, setPointed] = useState<number>()
	const { theme } = useTheme()
	const places = Math.min(placesFor(candles.at(-1)?.close ?? Decimal.one, 5), placesMax)
	const shown = candles.find(({ startMs }) => startMs === pointed) ?? candles.at(-1)
	// A canvas takes its colours and chart type only once, so changing either requires a new canvas.
	const key = `${theme} ${kind}`
	return (
		<figure className="price-chart">
			<figcaption className="price-figures">
				{shown !== undefined && <CandleFigures candle={shown} pair={pair} />}
			</figcaption>
			<div role="img" aria-label={chartWords(candles, interval, pair)}>
				<Canvas key={key} {...{ candles, interval, kind, places, mid }} point={setPointed} />
			</div>
			<p className="price-credit">
				Charts by{' '}
				<a href="https://www.tradingview.com/" rel="noreferrer" target="_blank">
					TradingView Lightweight Charts™
				</a>
			</p>
		</figure>
	)
}

/** The chart library counts prices in whole numbers of the smallest step. */
const placesMax = 15

type CanvasProps = {
	readonly candles: readonly Candle[]
	readonly interval: CandleInterval
	readonly kind: ChartKind
	readonly places: number
	readonly mid: Decimal | undefined
	readonly point: (startMs: number | undefined) => void
}

function Canvas({ candles, interval, kind, places, mid, point }: CanvasProps) {
	const box = useRef<HTMLDivElement>(null)
	const chart = useRef<Drawn>(null)
	useEffect(() => {
		if (box.current === null) return
		const drawn = draw(box.current, { interval, kind })
		drawn.api.subscribeCrosshairMove(({ time }) => point(typeof time === 'number' ? drawn.times.msOf(time) : undefined))
		chart.current = drawn
		return () => {
			chart.current = null
			drawn.api.remove()
		}
	}, [interval, kind, point])
	useEffect(() => {
		chart.current?.prices.applyOptions({ priceFormat: { type: 'price', precision: places, minMove: 10 ** -places } })
	}, [places])
	useEffect(() => {
		if (chart.current !== null) fill(chart.current, kind, candles)
	}, [candles, kind])
	useEffect(() => {
		if (chart.current !== null) drawMid(chart.current, mid)
	}, [mid])
	return <div ref={box} className="price-canvas" />
}

function CandleFigures({ candle, pair }: { candle: Candle; pair: Pair }) {
	const price = (value: Decimal) => formatSignificant(value, 7)
	return (
		<>
			<span>
				Open <b>{price(candle.open)}</b>
			</span>
			<span>
				High <b>{price(candle.high)}</b>
			</span>
			<span>
				Low <b>{price(candle.low)}</b>
			</span>
			<span>
				Close <b>{price(candle.close)}</b>
			</span>
			<span>
				Volume{' '}
				<b>
					{formatSignificant(candle.baseVolume)} {pair.base}
				</b>
			</span>
		</>
	)
}

type Drawn = {
	readonly api: IChartApi
	readonly prices: ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>
	readonly volumes: ISeriesApi<'Histogram'>
	readonly colours: Colours
	readonly times: ChartTimes
	/** The points drawn, oldest first. */
	candles: readonly Candle[]
	mid: IPriceLine | undefined
	/** How many candles it shows; only the first ones set the visible range. */
	shown: number
}

function draw(box: HTMLElement, { interval, kind }: Pick<CanvasProps, 'interval' | 'kind'>): Drawn {
	const times = chartTimes(interval, Date.now())
	const colours = coloursOf(box)
	const api = createChart(box, {
		autoSize: true,
		layout: {
			background: { color: 'transparent' },
			textColor: colours.muted,
			fontFamily: getComputedStyle(box).fontFamily,
			// The logo needs a style element, which the content security policy forbids; the credit is below the chart.
			attributionLogo: false,
		},
		grid: { vertLines: { color: colours.line }, horzLines: { color: colours.line } },
		rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.24 } },
		timeScale: {
			borderVisible: false,
			timeVisible: true,
			secondsVisible: false,
			rightOffset: 2,
			tickMarkFormatter: (time: Time, type: TickMarkType) => times.label(Number(time), markOf(type)),
		},
		localization: { locale: 'en-GB', timeFormatter: (time: Time) => times.full(Number(time)) },
		handleScroll: { vertTouchDrag: false },
	})
	const prices =
		kind === 'candles'
			? api.addSeries(CandlestickSeries, {
					upColor: colours.buy,
					downColor: colours.sell,
					wickUpColor: colours.buy,
					wickDownColor: colours.sell,
					borderVisible: false,
				})
			: api.addSeries(LineSeries, { color: colours.accent, lineWidth: 2 })
	const volumes = api.addSeries(HistogramSeries, { priceScaleId: '', priceLineVisible: false, lastValueVisible: false })
	volumes.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
	const drawn: Drawn = { api, prices, volumes, colours, times, candles: [], mid: undefined, shown: 0 }
	prices.applyOptions({ autoscaleInfoProvider: () => ({ priceRange: priceRange(inSight(drawn)) ?? null }) })
	return drawn
}

function fill(drawn: Drawn, kind: ChartKind, candles: readonly Candle[]): void {
	drawn.candles = candles
	if (kind === 'candles')
		(drawn.prices as ISeriesApi<'Candlestick'>).setData(
			candles.map(({ startMs, open, high, low, close }) => ({
				time: timeOf(drawn, startMs),
				open: pixels(open),
				high: pixels(high),
				low: pixels(low),
				close: pixels(close),
			})),
		)
	else
		(drawn.prices as ISeriesApi<'Line'>).setData(
			candles.map(({ startMs, close }) => ({ time: timeOf(drawn, startMs), value: pixels(close) })),
		)
	drawn.volumes.setData(
		candles.map(({ startMs, open, close, baseVolume }) => ({
			time: timeOf(drawn, startMs),
			value: pixels(baseVolume),
			color: close < open ? drawn.colours.sellSoft : drawn.colours.buySoft,
		})),
	)
	if (drawn.shown === 0) showNewest(drawn.api, candles.length)
	drawn.shown = candles.length
}

const inView = { least: 24, most: 80 }

/** Shows the newest candles at a readable width, however few there are. */
function showNewest(api: IChartApi, candles: number): void {
	const slots = Math.min(inView.most, Math.max(inView.least, candles + 1))
	api.timeScale().setVisibleLogicalRange({ from: candles - slots, to: candles + 1 })
}

/** The candles between the chart's edges. */
function inSight({ api, candles }: Drawn) {
	const range = api.timeScale().getVisibleLogicalRange()
	const shown = range === null ? candles : candles.slice(Math.max(0, Math.floor(range.from)), Math.ceil(range.to) + 1)
	return shown.map(({ low, high, close }) => ({ low: pixels(low), high: pixels(high), close: pixels(close) }))
}

/** A dashed line at the middle of the book, with its price on the scale. */
function drawMid(drawn: Drawn, mid: Decimal | undefined): void {
	if (drawn.mid !== undefined) drawn.prices.removePriceLine(drawn.mid)
	drawn.mid =
		mid === undefined
			? undefined
			: drawn.prices.createPriceLine({
					price: pixels(mid),
					color: drawn.colours.accent,
					lineWidth: 1,
					lineStyle: LineStyle.Dashed,
					axisLabelVisible: true,
					title: 'Mid',
				})
}

function markOf(type: TickMarkType) {
	if (type === TickMarkType.Year) return 'year'
	if (type === TickMarkType.Month) return 'month'
	return type === TickMarkType.DayOfMonth ? 'day' : 'time'
}

/** The chart takes seconds. */
function timeOf({ times }: Drawn, atMs: number): UTCTimestamp {
	return times.drawnS(atMs) as UTCTimestamp & Time
}

/** Only for drawing. */
function pixels(value: Decimal): number {
	return Number(Decimal.format(value))
}

type Colours = Readonly<Record<'muted' | 'line' | 'buy' | 'sell' | 'buySoft' | 'sellSoft' | 'accent', string>>

/** The theme's colours, resolved for a canvas. */
function coloursOf(box: HTMLElement): Colours {
	const probe = box.appendChild(document.createElement('span'))
	const read = (token: string) => {
		probe.style.color = `var(${token})`
		return getComputedStyle(probe).color
	}
	const colours = {
		muted: read('--text-muted'),
		line: read('--line'),
		buy: read('--buy'),
		sell: read('--sell'),
		buySoft: read('--buy-soft'),
		sellSoft: read('--sell-soft'),
		accent: read('--accent'),
	}
	probe.remove()
	return colours
}
