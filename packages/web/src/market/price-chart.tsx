import { type Candle, type CandleInterval, Decimal, type Pair } from '@accord/protocol'
import { useEffect, useRef, useState } from 'react'
import { useTheme } from '../app/theme.ts'
import { useOwnPrices } from '../at-price/use-own-prices.ts'
import { formatPrice } from '../book/price-tick.ts'
import { formatSignificant } from '../format/format-amount.ts'
import { type ChartKind, type DrawnChart, draw, fill } from './chart-drawing.ts'
import { drawMid, drawOwn } from './chart-lines.ts'
import { chartWords } from './chart-words.ts'

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
export function PriceChart({ candles, interval, kind, pair, mid }: PriceChartProps) {
	const [pointed, setPointed] = useState<number>()
	const { theme } = useTheme()
	const own = useOwnPrices(pair)
	const shown = candles.find(({ startMs }) => startMs === pointed) ?? candles.at(-1)
	// A canvas takes its colours and chart type only once, so changing either requires a new canvas.
	const key = `${theme} ${kind}`
	return (
		<figure className="price-chart">
			<figcaption className="price-figures">
				{shown !== undefined && <CandleFigures candle={shown} pair={pair} />}
			</figcaption>
			<div role="img" aria-label={chartWords(candles, interval, pair, own)}>
				<Canvas key={key} {...{ candles, interval, kind, pair, mid, own }} point={setPointed} />
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

type CanvasProps = PriceChartProps & {
	/** The prices that the reader waits for. */
	readonly own: readonly Decimal[]
	readonly point: (startMs: number | undefined) => void
}

function Canvas({ candles, interval, kind, pair, mid, own, point }: CanvasProps) {
	const box = useRef<HTMLDivElement>(null)
	const chart = useRef<DrawnChart>(null)
	const close = candles.at(-1)?.close ?? Decimal.one
	const first = useRef({ pair, price: close })
	useEffect(() => {
		if (box.current === null) return
		const drawn = draw(box.current, { interval, kind, ...first.current })
		drawn.api.subscribeCrosshairMove(({ time }) => point(typeof time === 'number' ? drawn.times.msOf(time) : undefined))
		chart.current = drawn
		return () => {
			chart.current = null
			drawn.api.remove()
		}
	}, [interval, kind, point])
	useEffect(() => {
		if (chart.current !== null) fill(chart.current, candles)
	}, [candles])
	useEffect(() => {
		if (chart.current !== null) drawMid(chart.current, mid)
	}, [mid])
	useEffect(() => {
		if (chart.current !== null) drawOwn(chart.current, own)
	}, [own])
	return <div ref={box} className="price-canvas" />
}

function CandleFigures({ candle, pair }: { candle: Candle; pair: Pair }) {
	const price = (value: Decimal) => formatPrice(pair, value)
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
