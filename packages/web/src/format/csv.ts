/**
 * Rows as CSV (RFC 4180): fields with separators, quotes or line breaks are quoted, lines end with CRLF. What a spreadsheet
 * would interpret as a formula gets a leading apostrophe, which marks text: at the start of a field and, because some
 * spreadsheets begin a cell at a semicolon or a tab whatever the quotes say, after those.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
	return rows.map(row => `${row.map(formatField).join(',')}\r\n`).join('')
}

/** Spreadsheets also interpret the full-width signs, and a sign after a tab or a line break. */
const formula = /^(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])|(?<=[;\t])(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

function formatField(text: string): string {
	const harmless = text.replace(formula, "'")
	return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
