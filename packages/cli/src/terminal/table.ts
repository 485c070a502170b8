import { type Paint, widthOf } from './paint.ts'

export type Column = { readonly title: string; readonly align?: 'right' }

/** Rows under their titles, as wide as what is in them. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[], paint: Paint): string[] {
	const titles = columns.map(({ title }) => title)
	const widths = columns.map((_, at) => Math.max(...[titles, ...rows].map(row => widthOf(row[at] ?? ''))))
	const line = (cells: readonly string[]) =>
		columns
			.map(({ align }, at) => {
				const cell = cells[at] ?? ''
				const space = ' '.repeat((widths[at] ?? 0) - widthOf(cell))
				return align === 'right' ? space + cell : cell + space
			})
			.join('  ')
			.trimEnd()
	return [paint.bold(line(titles)), ...rows.map(line)]
}

/** Names and values in two columns; what has no value is left out. */
export function formatFacts(
	facts: readonly (readonly [name: string, value: string | undefined])[],
	paint: Paint,
): string[] {
	const width = Math.max(...facts.map(([name]) => name.length))
	return facts.flatMap(([name, value]) => (value === undefined ? [] : [`${paint.dim(name.padEnd(width))}  ${value}`]))
}
