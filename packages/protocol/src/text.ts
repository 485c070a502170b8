/** Whether a text has only complete characters and no zero character: a database can store no other. */
export const isText = (text: string) => !/[\0\p{Surrogate}]/u.test(text)

/**
 * Characters that a reader does not see but a terminal, a log or a page may obey: controls (but for tab and line feed),
 * marks that reorder or hide text, separators of lines, tags, and halves of characters.
 */
const hidden =
	/[\p{Cc}\p{Surrogate}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** A text from someone else as a reader may see it: hidden characters become `\u{1b}`; tabs and line feeds stay. */
export function visibleText(text: string): string {
	return text.replace(hidden, found => (found === '\n' || found === '\t' ? found : visible(found)))
}

/** The same in one line: a line feed or tab cannot pretend to be another line or column. */
export function visibleLine(text: string): string {
	return text.replace(hidden, visible)
}

/** JSON without hidden characters, and with the same value. */
export function visibleJson(json: string): string {
	return json.replace(hidden, found => (found === '\n' ? found : escapesOf(found)))
}

function visible(character: string): string {
	return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

function escapesOf(character: string): string {
	const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
	return units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
