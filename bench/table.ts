/** Prints rows as a table in Markdown. */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
	console.log(`${formatTable(columns, rows)}\n`)
}

/** Rows as a table in Markdown. */
export function formatTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = columns.map((column, at) => Math.max(column.length, ...rows.map(row => row[at]?.length ?? 0)))
	const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
	return [line(columns), `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n')
}
