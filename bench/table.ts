/** Prints rows as a table in Markdown. */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
	const widths = columns.map((column, at) => Math.max(column.length, ...rows.map(row => row[at]?.length ?? 0)))
	const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
	console.log(line(columns))
	console.log(`|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`)
	for (const row of rows) console.log(line(row))
	console.log()
}
