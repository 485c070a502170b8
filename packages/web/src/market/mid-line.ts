import { Decimal } from '@accord/protocol'

/** A mid price and since when it was seen. */
export type SeenMid = { readonly atMs: number; readonly mid: Decimal }

type Drawing = { readonly width: number; readonly height: number; readonly nowMs: number }

/** The mids as one SVG path of steps up to now, the lowest and the highest of them, and the height of the last. */
export type MidLine = { readonly path: string; readonly low: Decimal; readonly high: Decimal; readonly y: number }

/** Time that is always shown, so that the first line is not a point. */
const leastMs = 60_000
const keptMax = 600

/** Adds a mid to those seen, oldest first, if it is another one. */
export function withMid(seen: readonly SeenMid[], next: SeenMid): readonly SeenMid[] {
	return seen.at(-1)?.mid === next.mid ? seen : [...seen, next].slice(-keptMax)
}

/** A price that never moved is in the middle. */
export function midLine(seen: readonly SeenMid[], last: Decimal, { width, height, nowMs }: Drawing): MidLine {
	const [first = { atMs: nowMs, mid: last }] = seen
	const mids = [...seen.map(({ mid }) => mid), last]
	const [low, high] = [mids.reduce(Decimal.min), mids.reduce(Decimal.max)]
	const fromMs = Math.min(first.atMs, nowMs - leastMs)
	const x = (atMs: number) => Math.round(((atMs - fromMs) / (nowMs - fromMs)) * width)
	const y = (mid: Decimal) =>
		low === high ? height / 2 : height - Number(((mid - low) * BigInt(height)) / (high - low))
	const steps = seen.slice(1).map(({ atMs, mid }) => `H${x(atMs)}V${y(mid)}`)
	return { path: `M${x(first.atMs)} ${y(first.mid)}${steps.join('')}H${width}`, low, high, y: y(last) }
}
