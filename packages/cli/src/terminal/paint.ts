/** Marks text for a terminal; without colours it stays as it is. */
export type Paint = { readonly [Mark in keyof typeof marks]: (text: string) => string }

const marks = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] } as const

/** How to mark text, with colours or without. */
export function createPaint(hasColours: boolean): Paint {
	const mark = (name: keyof typeof marks) => (text: string) => {
		const [on, off] = marks[name]
		return hasColours && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text
	}
	return {
		bold: mark('bold'),
		dim: mark('dim'),
		red: mark('red'),
		green: mark('green'),
		yellow: mark('yellow'),
		cyan: mark('cyan'),
	}
}

/** Colours are for terminals, and only if nobody asked for none (https://no-color.org). */
export function wantsColours(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
	return stream.isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what a mark begins with
const mark = /(?:\x1b\[[\d;]*m)+/g

/** How many columns a text takes, its marks not counted. */
export function widthOf(text: string): number {
	return text.replace(mark, '').length
}

/** The first columns of a text, its marks kept and not counted. */
export function cutTo(text: string, columns: number): string {
	if (widthOf(text) <= columns) return text
	// The marks go on to the end, so that whatever was begun is ended.
	const found = [...(text.match(mark) ?? []), '']
	let left = columns
	return text
		.split(mark)
		.map((part, at) => {
			const kept = part.slice(0, left)
			left -= kept.length
			return kept + (found[at] ?? '')
		})
		.join('')
}
