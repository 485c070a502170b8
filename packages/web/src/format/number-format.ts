/** How numbers are written in a language: `1,234.5`, `1.234,5`, `1’234.5`, `1 234,5`. */
export type NumberFormat = { readonly decimal: '.' | ','; readonly group: string }

export const english: NumberFormat = { decimal: '.', group: ',' }

/**
 * A language's format, such as `de-CH`; the English one if the browser does not know the language or the language uses
 * other signs.
 */
export function numberFormatOf(language: string): NumberFormat {
	try {
		const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1234567.5)
		const signOf = (wanted: Intl.NumberFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value
		const decimal = signOf('decimal')
		return decimal === '.' || decimal === ',' ? { decimal, group: signOf('group') ?? '' } : english
	} catch {
		return english
	}
}

let own = english

/** The format in which the page writes and reads amounts. */
export function ownNumberFormat(): NumberFormat {
	return own
}

/** Sets the format, once, before anything is shown. */
export function setNumberFormatOf(language: string): void {
	own = numberFormatOf(language)
}
