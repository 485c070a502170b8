import { randomBytes } from 'node:crypto'
import { visibleLine, visibleText } from '@accord/protocol'

/** Marks the styles that this process writes. It is chosen at each start, so no text from outside can contain it. */
export const ownStyle = String(randomBytes(6).readUIntBE(0, 6))

const ownStyles = new RegExp(`(\\x1b\\[)${ownStyle};(\\d+m)`)

/**
 * The one way to the terminal: names, reasons, labels and errors come from makers, strangers and services, and may
 * contain anything. Only our own styles, tabs and line feeds keep their effect; all else that a terminal obeys is shown.
 */
export function forTerminal(text: string): string {
	// At every third place, split leaves the text between two styles; the others are the parts of a style.
	return text
		.split(ownStyles)
		.map((part, at) => (at % 3 === 0 ? visibleText(part) : part))
		.join('')
}

/** A line that stays one, whatever texts it contains. */
export function oneLine(line: string): string {
	return line.replace(/[\n\t]/g, visibleLine)
}
