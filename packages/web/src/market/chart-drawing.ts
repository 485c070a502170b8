import { type Candle, type CandleInterval, candleIntervals, type Decimal, type Pair } from '@accord/protocol'
import {
	CandlestickSeries,
	createChart,
	HistogramSeries,
	type IChartApi,
	type ISeriesApi,
	LineSeries,
	TickMarkType,
	type Time,
	type UTCTimestamp,
} from 'lightweight-charts'
import { shareOf } from '../book/depth.ts'
import { pricePlaces } from '../book/price-tick.ts'
import type { DrawnLine } from './chart-lines.ts'
import { type ChartScale, chartScale, drawnStep } from './chart-scale.ts'
import { type ChartSlot, chartSlots } from './chart-slots.ts'
import { type ChartTimes, chartTimes } from './chart-times.ts'
import { nearPrices, priceRange, type SeenPrices } from './price-range.ts'

// Guarantee: what happened last is always on the scale, the axis never says less than zero, and time without trades has
// its place.

/** How prices are drawn. */
export type ChartKind = 'candles' | 'line'

/** A chart in its box. */
export type DrawnChart = {
	readonly api: IChartApi
	readonly kind: ChartKind
	readonly pair: Pair
	readonly intervalMs: number
	readonly prices: ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>
	readonly volumes: ISeriesApi<'Histogram'>
	readonly colours: Colours
	readonly times: ChartTimes
	readonly scale: ChartScale
	/** The places on the time axis, oldest first; those that came first set the visible range. */
	slots: readonly ChartSlot[]
	/** The decimal places of the axis. */
	places: number
	mid: DrawnLine | undefined
	/** The prices that the reader waits for. */
	own: readonly DrawnLine[]
}

type DrawOptions = {
	readonly interval: CandleInterval
	readonly kind: ChartKind
	readonly pair: Pair
	/** A price of the usual size. */
	readonly price: Decimal
}

/** Draws an empty chart, which follows the size of its box. */
export function draw(box: HTMLElement, { interval, kind, pair, price }: DrawOptions): DrawnChart {
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
	// The wheel is the page's: it zooms the chart only with Ctrl, which is also what a trackpad's pinch says.
	box.addEventListener('wheel', event => event.ctrlKey || event.stopPropagation(), { capture: true, passive: true })
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
	const fixed = { api, kind, pair, intervalMs: candleIntervals[interval], prices, volumes, colours, times }
	const drawn: DrawnChart = {
		...fixed,
		scale: chartScale(price),
		slots: [],
		places: pricePlaces(pair, price),
		mid: undefined,
		own: [],
	}
	prices.applyOptions({
		priceFormat: {
			type: 'custom',
			minMove: drawnStep,
			formatter: (at: number) => drawn.scale.label(at, drawn.places),
		},
		autoscaleInfoProvider: () => ({ priceRange: priceRange(inSight(drawn)) ?? null }),
	})
	return drawn
}

/** Draws these candles, oldest first, in place of the former ones. */
export function fill(drawn: DrawnChart, candles: readonly Candle[]): void {
	const { kind, prices, volumes, colours, scale } = drawn
	const isFirst = drawn.slots.length === 0
	const last = candles.at(-1)
	if (last !== undefined) drawn.places = pricePlaces(drawn.pair, last.close)
	drawn.slots = chartSlots(candles, drawn.intervalMs)
	const points = drawn.slots.map(({ startMs, candle }) => {
		const time = timeOf(drawn, startMs)
		if (candle === undefined) return { time }
		const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(scale.drawn)
		return kind === 'candles' ? { time, open, high, low, close } : { time, value: close }
	})
	;(prices as ISeriesApi<'Candlestick' | 'Line'>).setData(points as Parameters<typeof prices.setData>[0])
	const most = candles.map(({ baseVolume }) => baseVolume).reduce((one, other) => (one > other ? one : other))
	volumes.setData(
		candles.map(({ startMs, open, close, baseVolume }) => ({
			time: timeOf(drawn, startMs),
			value: shareOf(baseVolume, most),
			color: close < open ? colours.sellSoft : colours.buySoft,
		})),
	)
	if (isFirst) showNewest(drawn)
}

const inView = { least: 24, candles: 80, most: 160 }

/** Shows the newest candles at a readable width, however few there are, and however far apart. */
function showNewest({ api, slots }: DrawnChart): void {
	const withCandle = slots.flatMap(({ candle }, at) => (candle === undefined ? [] : [at]))
	const first = withCandle.at(-inView.candles) ?? 0
	const shown = Math.min(inView.most, Math.max(inView.least, slots.length - first + 1))
	api.timeScale().setVisibleLogicalRange({ from: slots.length - shown, to: slots.length + 1 })
}

/** The candles between the chart's edges; while the newest is among them, it and the mid price must be in sight. */
function inSight({ api, slots, scale, mid, own }: DrawnChart): SeenPrices {
	const range = api.timeScale().getVisibleLogicalRange()
	const from = range === null ? 0 : Math.max(0, Math.floor(range.from))
	const candles = (range === null ? slots : slots.slice(from, Math.ceil(range.to) + 1)).flatMap(({ candle }) =>
		candle === undefined
			? []
			: [{ low: scale.drawn(candle.low), high: scale.drawn(candle.high), close: scale.drawn(candle.close) }],
	)
	const isNewestSeen = range === null || range.to >= slots.length - 1
	const newest = candles.at(-1)
	if (!isNewestSeen || newest === undefined) return { candles, always: [] }
	const seen = { candles, always: [newest.low, newest.high, ...(mid === undefined ? [] : [mid.drawn])] }
	const scaled = priceRange(seen)
	const near =
		scaled === undefined
			? []
			: nearPrices(
					own.map(line => line.drawn),
					scaled,
				)
	return { candles, always: [...seen.always, ...near] }
}

function markOf(type: TickMarkType) {
	if (type === TickMarkType.Year) return 'year'
	if (type === TickMarkType.Month) return 'month'
	return type === TickMarkType.DayOfMonth ? 'day' : 'time'
}

/** The chart takes seconds. */
function timeOf({ times }: DrawnChart, atMs: number): UTCTimestamp {
	return times.drawnS(atMs) as UTCTimestamp & Time
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
