/**
 * Rows as CSV (RFC 4180): fields with commas, quotes or line breaks are quoted, lines end with CRLF. A field that a
 * spreadsheet would interpret as a formula gets a leading apostrophe, which marks text.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
	return rows.map(row => `${row.map(formatField).join(',')}\r\n`).join('')
}

/** Spreadsheets also interpret the full-width signs, and a sign after a tab or a line break. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

function formatField(text: string): string {
	const harmless = formula.test(text) ? `'${text}` : text
	return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
