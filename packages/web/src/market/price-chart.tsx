import { Decimal, type Pair } from '@accord/protocol'
import {
	CandlestickSeries,
	createChart,
	HistogramSeries,
	type IChartApi,
	type ISeriesApi,
	LineSeries,
	type Time,
	type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef, useState } from 'react'
import { useTheme } from '../app/theme.ts'
import { formatSignificant, placesFor } from '../format/format-amount.ts'
import type { Candle, ChartKind } from './candles.ts'

type PriceChartProps = { readonly candles: readonly Candle[]; readonly kind: ChartKind; readonly pair: Pair }

/** Candles or a line, above the volume. Only the drawing uses numbers; the figures in text are exact. */
export default function PriceChart({ candles, kind, pair }: PriceChartProps) {
	const [pointed, setPointed] = useState<number>()
	const { theme } = useTheme()
	const places = placesFor(candles.at(-1)?.close ?? Decimal.one, 5)
	const shown = candles.find(({ atS }) => atS === pointed) ?? candles.at(-1)
	// A canvas takes its colours and kind once, so a change of either needs a new one.
	const key = `${theme} ${kind} ${places}`
	return (
		<figure className="price-chart">
			<figcaption className="price-figures">
				{shown !== undefined && <CandleFigures candle={shown} pair={pair} />}
			</figcaption>
			<div role="img" aria-label={`${pair.base}/${pair.quote} price chart`}>
				<Canvas key={key} candles={candles} kind={kind} places={places} point={setPointed} />
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

type CanvasProps = {
	readonly candles: readonly Candle[]
	readonly kind: ChartKind
	readonly places: number
	readonly point: (atS: number | undefined) => void
}

function Canvas({ candles, kind, places, point }: CanvasProps) {
	const box = useRef<HTMLDivElement>(null)
	const chart = useRef<Drawn>(null)
	useEffect(() => {
		if (box.current === null) return
		const drawn = draw(box.current, kind, places)
		drawn.api.subscribeCrosshairMove(({ time }) => point(typeof time === 'number' ? time : undefined))
		chart.current = drawn
		return () => {
			chart.current = null
			drawn.api.remove()
		}
	}, [kind, places, point])
	useEffect(() => {
		if (chart.current !== null) fill(chart.current, kind, candles)
	}, [candles, kind])
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
					{formatSignificant(candle.volume)} {pair.base}
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
	/** How many candles it shows; only the first ones set the visible range. */
	shown: number
}

function draw(box: HTMLElement, kind: ChartKind, places: number): Drawn {
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
		timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false, rightOffset: 2 },
		localization: { locale: 'en-GB' },
		handleScroll: { vertTouchDrag: false },
	})
	const format = { type: 'price' as const, precision: places, minMove: 10 ** -places }
	const prices =
		kind === 'candles'
			? api.addSeries(CandlestickSeries, {
					priceFormat: format,
					upColor: colours.buy,
					downColor: colours.sell,
					wickUpColor: colours.buy,
					wickDownColor: colours.sell,
					borderVisible: false,
				})
			: api.addSeries(LineSeries, { priceFormat: format, color: colours.accent, lineWidth: 2 })
	const volumes = api.addSeries(HistogramSeries, { priceScaleId: '', priceLineVisible: false, lastValueVisible: false })
	volumes.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
	return { api, prices, volumes, colours, shown: 0 }
}

function fill(drawn: Drawn, kind: ChartKind, candles: readonly Candle[]): void {
	if (kind === 'candles')
		(drawn.prices as ISeriesApi<'Candlestick'>).setData(
			candles.map(({ atS, open, high, low, close }) => ({
				time: timeOf(atS),
				open: pixels(open),
				high: pixels(high),
				low: pixels(low),
				close: pixels(close),
			})),
		)
	else
		(drawn.prices as ISeriesApi<'Line'>).setData(
			candles.map(({ atS, close }) => ({ time: timeOf(atS), value: pixels(close) })),
		)
	drawn.volumes.setData(
		candles.map(({ atS, open, close, volume }) => ({
			time: timeOf(atS),
			value: pixels(volume),
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

/** The chart takes seconds. */
function timeOf(atS: number): UTCTimestamp {
	return atS as UTCTimestamp & Time
}

/** For drawing only. */
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
