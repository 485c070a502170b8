import { cutTo, widthOf } from './paint.ts'

/** The part of a terminal's stream that drawing needs. */
export type ScreenStream = {
	readonly columns: number
	readonly rows: number
	write(text: string): unknown
	on(event: 'resize', listener: () => void): unknown
	off(event: 'resize', listener: () => void): unknown
}

const sequence = '\x1b['
const hideCursor = `${sequence}?25l`
const showCursor = `${sequence}?25h`
// A terminal that knows these shows a picture only once it is whole; others ignore them.
const beginPicture = `${sequence}?2026h`
const endPicture = `${sequence}?2026l`
const clearRest = `${sequence}J`
const clearLine = `${sequence}K`

/** What a terminal is taken for that does not tell its size, or tells that it has none. */
const unknownSize = { columns: 80, rows: 24 }

/**
 * Lines at the bottom of a terminal that are drawn over again, whatever stands above them. Each picture is one write, and
 * a line is cleared only behind its new text: nothing flickers. Whoever opens it must close it, or the cursor stays hidden.
 */
export class LiveScreen {
	readonly #stream: ScreenStream
	readonly #listeners: (() => void)[] = []
	readonly #onExit = () => this.close()
	#lines: readonly string[] = []
	/** How wide the terminal was when they were drawn. */
	#columns = 0
	#isClosed = false

	constructor(stream: ScreenStream) {
		this.#stream = stream
		stream.write(hideCursor)
		process.on('exit', this.#onExit)
	}

	/** How many lines fit: the terminal's, but one, so that what stood above is not pushed away. */
	get rows(): number {
		return Math.max(1, (this.#stream.rows || unknownSize.rows) - 1)
	}

	/** Calls back when the terminal has changed its size. */
	onResize(listener: () => void): void {
		this.#listeners.push(listener)
		this.#stream.on('resize', listener)
	}

	/** Draws these lines in place of the former ones; what does not fit is cut. What is there already is not drawn again. */
	draw(lines: readonly string[]): void {
		const columns = this.#streamColumns
		// A line that fills the last column would leave it open on which line the cursor is.
		const next = lines.slice(0, this.rows).map(line => cutTo(line, columns - 1))
		if (this.#isClosed || (columns === this.#columns && next.join('\n') === this.#lines.join('\n'))) return
		const above = this.#toBegin()
		this.#lines = next
		this.#columns = columns
		const text = this.#lines.map(line => line + clearLine).join('\r\n')
		this.#stream.write(beginPicture + above + text + clearRest + endPicture)
	}

	/** Leaves the lines as they are and gives the terminal back. */
	close(): void {
		if (this.#isClosed) return
		this.#isClosed = true
		process.off('exit', this.#onExit)
		for (const listener of this.#listeners) this.#stream.off('resize', listener)
		this.#stream.write(`${this.#lines.length > 0 ? '\r\n' : ''}${showCursor}`)
	}

	get #streamColumns(): number {
		return this.#stream.columns || unknownSize.columns
	}

	/** To where the former lines begin. A terminal that became narrower has broken those that were longer. */
	#toBegin(): string {
		const columns = this.#streamColumns
		const rows = this.#lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0)
		const up = Math.min(rows, this.rows + 1) - 1
		return up > 0 ? `\r${sequence}${up}A` : '\r'
	}
}
