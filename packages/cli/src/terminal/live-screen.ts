import { forTerminal, oneLine } from './foreign-text.ts'
import { truncate, widthOf } from './paint.ts'

/** The part of a terminal stream that drawing needs. */
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
// A terminal that supports synchronized output shows a frame only once it is complete; others ignore this.
const beginFrame = `${sequence}?2026h`
const endFrame = `${sequence}?2026l`
const clearRest = `${sequence}J`
const clearLine = `${sequence}K`

/** Used for a terminal that reports no size, or a size of zero. */
const unknownSize = { columns: 80, rows: 24 }

/**
 * Lines at the bottom of a terminal that are redrawn in place; the lines above them stay. Each frame is one write, and
 * a line is cleared only after its new text, so nothing flickers. It must be closed, or the cursor stays hidden.
 */
export class LiveScreen {
	readonly #stream: ScreenStream
	readonly #listeners: (() => void)[] = []
	readonly #onExit = () => this.close()
	#lines: readonly string[] = []
	/** The terminal's width when they were drawn. */
	#columns = 0
	#isClosed = false

	constructor(stream: ScreenStream) {
		this.#stream = stream
		stream.write(hideCursor)
		process.on('exit', this.#onExit)
	}

	/** How many lines fit: one fewer than the terminal has, so that the line above does not scroll away. */
	get rows(): number {
		return Math.max(1, (this.#stream.rows || unknownSize.rows) - 1)
	}

	/** Calls back when the terminal's size changes. */
	onResize(listener: () => void): void {
		this.#listeners.push(listener)
		this.#stream.on('resize', listener)
	}

	/** Replaces the previous lines; overlong ones are cut. An unchanged frame is not written again. */
	draw(lines: readonly string[]): void {
		const columns = this.#streamColumns
		// After text that fills the last column, terminals disagree about which line the cursor is on.
		const next = lines.slice(0, this.rows).map(line => truncate(forTerminal(oneLine(line)), columns - 1))
		if (this.#isClosed || (columns === this.#columns && next.join('\n') === this.#lines.join('\n'))) return
		const toStart = this.#toStart()
		this.#lines = next
		this.#columns = columns
		const text = this.#lines.map(line => line + clearLine).join('\r\n')
		this.#stream.write(beginFrame + toStart + text + clearRest + endFrame)
	}

	/** Leaves the lines on the screen and makes the cursor visible again. */
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

	/** Moves to the start of the previous lines; a terminal that became narrower has wrapped the longer ones. */
	#toStart(): string {
		const columns = this.#streamColumns
		const rows = this.#lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0)
		const up = Math.min(rows, this.rows + 1) - 1
		return up > 0 ? `\r${sequence}${up}A` : '\r'
	}
}
