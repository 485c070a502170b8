import { Decimal, type Pair } from '@accord/sdk'
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
import type { Candle } from './candles.ts'
import type { ChartKind } from './price-panel.tsx'

type PriceChartProps = { candles: readonly Candle[]; kind: ChartKind; pair: Pair }

/** Candles or a line over their volume. Numbers are for the drawing only; what is read beside it is exact. */
export default function PriceChart({ candles, kind, pair }: PriceChartProps) {
	const [pointed, setPointed] = useState<number>()
	const { theme } = useTheme()
	const places = placesFor(candles.at(-1)?.close ?? Decimal.one, 5)
	const said = candles.find(({ atS }) => atS === pointed) ?? candles.at(-1)
	// A canvas takes its colours and its kind once: another one is drawn for others.
	const key = `${theme} ${kind} ${places}`
	return (
		<figure className="price-chart">
			<figcaption className="price-says">{said !== undefined && <CandleSays candle={said} pair={pair} />}</figcaption>
			<div role="img" aria-label={`Prices of settled trades, ${pair.base}/${pair.quote}`}>
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
	candles: readonly Candle[]
	kind: ChartKind
	places: number
	point: (atS: number | undefined) => void
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

function CandleSays({ candle, pair }: { candle: Candle; pair: Pair }) {
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
	/** How many candles it shows; the first ones are fitted into the width. */
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
			// Its logo brings a style element, which the page's security policy forbids: the credit stands below.
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

/** The newest ones, at a width that a candle is meant to have, however few there are. */
function showNewest(api: IChartApi, candles: number): void {
	const slots = Math.min(inView.most, Math.max(inView.least, candles + 1))
	api.timeScale().setVisibleLogicalRange({ from: candles - slots, to: candles + 1 })
}

/** Charts count in the reader's own time zone. */
function timeOf(atS: number): UTCTimestamp {
	return atS as UTCTimestamp & Time
}

/** Where it is drawn; what is shown of it in text comes from the exact value. */
function pixels(value: Decimal): number {
	return Number(Decimal.format(value))
}

type Colours = Readonly<Record<'muted' | 'line' | 'buy' | 'sell' | 'buySoft' | 'sellSoft' | 'accent', string>>

/** The theme's colours as a canvas takes them. */
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
