import { ownStyle } from './foreign-text.ts'

/** Styles text for a terminal; without colours it returns the text unchanged. */
export type Paint = { readonly [Style in keyof typeof styles]: (text: string) => string }

const styles = {
	bold: [1, 22],
	dim: [2, 22],
	red: [31, 39],
	green: [32, 39],
	yellow: [33, 39],
	cyan: [36, 39],
} as const

/** A paint with or without colours; {@link forTerminal} lets its styles through. */
export function createPaint(hasColours: boolean): Paint {
	const style = (name: keyof typeof styles) => (text: string) => {
		const [on, off] = styles[name]
		return hasColours && text !== '' ? `\x1b[${ownStyle};${on}m${text}\x1b[${ownStyle};${off}m` : text
	}
	return {
		bold: style('bold'),
		dim: style('dim'),
		red: style('red'),
		green: style('green'),
		yellow: style('yellow'),
		cyan: style('cyan'),
	}
}

/** Whether to write colours: only to a terminal, and not under NO_COLOR (https://no-color.org). */
export function supportsColour(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
	return stream.isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const escapes = /(?:\x1b\[[\d;]*m)+/g

/** How many columns a text takes, without its escape sequences. */
export function widthOf(text: string): number {
	return text.replace(escapes, '').length
}

/** The first columns of a text, with all of its escape sequences, so that every style that is started is also ended. */
export function truncate(text: string, columns: number): string {
	if (widthOf(text) <= columns) return text
	const found = [...(text.match(escapes) ?? []), '']
	let left = columns
	return text
		.split(escapes)
		.map((part, i) => {
			const kept = part.slice(0, left)
			left -= kept.length
			return kept + (found[i] ?? '')
		})
		.join('')
}
