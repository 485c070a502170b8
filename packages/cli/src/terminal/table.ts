import { type Paint, widthOf } from './paint.ts'

/** A column by its title; numbers are right-aligned. */
export type Column = string | { readonly number: string }

/** Rows under their titles, each column as wide as its widest cell. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[], paint: Paint): string[] {
	const titles = columns.map(column => (typeof column === 'string' ? column : column.number))
	const widths = columns.map((_, i) => Math.max(...[titles, ...rows].map(row => widthOf(row[i] ?? ''))))
	const line = (cells: readonly string[]) =>
		columns
			.map((column, i) => {
				const cell = cells[i] ?? ''
				const space = ' '.repeat((widths[i] ?? 0) - widthOf(cell))
				return typeof column === 'string' ? cell + space : space + cell
			})
			.join('  ')
			.trimEnd()
	return [paint.bold(line(titles)), ...rows.map(line)]
}

/** Names and values in two columns; undefined values are left out. */
export function formatFacts(
	facts: readonly (readonly [name: string, value: string | undefined])[],
	paint: Paint,
): string[] {
	const width = Math.max(...facts.map(([name]) => name.length))
	return facts.flatMap(([name, value]) => (value === undefined ? [] : [`${paint.dim(name.padEnd(width))}  ${value}`]))
}
