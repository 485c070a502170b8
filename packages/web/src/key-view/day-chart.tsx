import { useId } from 'react'
import type { TableColumn } from '../ui/data-table.tsx'
import { TableHead } from '../ui/table-head.tsx'
import '../ui/table.css'
import './day-chart.css'

const hourMs = 3_600_000

/** One hour (UTC) of a day: a plain bar, and on top of it a hatched one. */
export type DayHour = { readonly startMs: number; readonly plain: number; readonly hatched: number }

type DayChartProps = {
	readonly hours: readonly DayHour[]
	/** What the two kinds of bars are. */
	readonly legend: { readonly plain: string; readonly hatched: string }
	/** What the chart shows, in a sentence, for readers who do not see it. */
	readonly words: string
	/** A bar's value with its unit, for the scale. */
	readonly format: (value: number) => string
}

const [column, gap, height] = [10, 2, 100]

/** A bar for each hour of a day; the exact figures belong in a table next to it. Only the drawing uses numbers. */
export function DayChart({ hours, legend, words, format }: DayChartProps) {
	const hatch = useId()
	const most = Math.max(1, ...hours.map(({ plain, hatched }) => plain + hatched))
	const heightOf = (value: number) => (value / most) * height
	return (
		<figure className="day-chart">
			<figcaption className="day-chart-legend">
				<span className="day-chart-key day-chart-key-plain">{legend.plain}</span>
				<span className="day-chart-key day-chart-key-hatched">{legend.hatched}</span>
				<span className="day-chart-most">{`Top: ${format(most)}`}</span>
			</figcaption>
			<svg
				className="day-chart-bars"
				role="img"
				aria-label={words}
				viewBox={`0 0 ${hours.length * column} ${height}`}
				preserveAspectRatio="none"
			>
				<defs>
					<pattern id={hatch} width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
						<rect className="day-chart-ground" width="3" height="3" />
						<rect className="day-chart-line" width="1.2" height="3" />
					</pattern>
				</defs>
				{hours.map(({ startMs, plain, hatched }, at) => {
					const place = { x: at * column + gap / 2, width: column - gap }
					const top = height - heightOf(plain)
					return (
						<g key={startMs}>
							<rect className="day-chart-plain" {...place} y={top} height={heightOf(plain)} />
							<rect {...place} y={top - heightOf(hatched)} height={heightOf(hatched)} fill={`url(#${hatch})`} />
						</g>
					)
				})}
			</svg>
			<div className="day-chart-times" aria-hidden="true">
				{[0, Math.floor(hours.length / 2), hours.length - 1].map(at => (
					<span key={at}>{hourText(hours[at]?.startMs ?? 0)}</span>
				))}
			</div>
		</figure>
	)
}

/** The 24 hours that end with the current one, oldest first; hours without anything are `undefined`. */
export function everyHour<Hour extends { readonly startMs: number }>(
	known: readonly Hour[],
	nowMs: number,
): { readonly startMs: number; readonly hour: Hour | undefined }[] {
	const byStart = new Map(known.map(hour => [hour.startMs, hour]))
	const currentMs = Math.floor(nowMs / hourMs) * hourMs
	return Array.from({ length: 24 }, (_, at) => {
		const startMs = currentMs - (23 - at) * hourMs
		return { startMs, hour: byStart.get(startMs) }
	})
}

const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** When an hour begins, in the reader's time zone. */
export function hourText(startMs: number): string {
	return times.format(startMs)
}

type HourTableProps<Hour> = {
	readonly caption: string
	readonly columns: readonly TableColumn<Hour>[]
	readonly rows: readonly Hour[]
}

/** The exact figures, newest hour first, folded away: one line for each hour, in a narrow window too. */
export function HourTable<Hour extends { readonly startMs: number }>({ caption, columns, rows }: HourTableProps<Hour>) {
	return (
		<details className="day-hours">
			<summary>By the hour</summary>
			<table className="table">
				<caption className="visually-hidden">{caption}</caption>
				<TableHead columns={columns.map(({ name, kind }) => (kind === 'figure' ? { number: name } : name))} />
				<tbody>
					{rows.toReversed().map(row => (
						<tr key={row.startMs}>
							{columns.map(({ name, kind, cell }) => (
								<td key={name} className={kind === 'figure' ? 'number' : undefined}>
									{cell(row)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</details>
	)
}
