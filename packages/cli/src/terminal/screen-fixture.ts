import type { ScreenStream } from './live-screen.ts'

/**
 * As much of a terminal as live views use. It keeps everything that a user would see, including lines that have
 * scrolled away.
 */
export class FakeScreen implements ScreenStream {
	columns: number
	rows: number
	isCursorShown = true
	/** How often something was written. */
	writes = 0
	#lines: string[] = ['']
	#row = 0
	#column = 0
	readonly #listeners = new Set<() => void>()

	constructor({ columns, rows }: { columns: number; rows: number }) {
		this.columns = columns
		this.rows = rows
	}

	/** All lines, without trailing empty ones. */
	get lines(): string[] {
		return this.#lines.join('\n').trimEnd().split('\n')
	}

	get listeners(): number {
		return this.#listeners.size
	}

	on(_event: 'resize', listener: () => void): void {
		this.#listeners.add(listener)
	}

	off(_event: 'resize', listener: () => void): void {
		this.#listeners.delete(listener)
	}

	/** Resizes as a terminal does: lines that are too long wrap, and the cursor stays at the end of its text. */
	resize({ columns, rows }: { columns: number; rows: number }): void {
		this.columns = columns
		this.rows = rows
		const wrapped = this.#lines.map(line => line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [''])
		this.#row = wrapped.slice(0, this.#row + 1).flat().length - 1
		this.#lines = wrapped.flat()
		this.#column = this.#lines[this.#row]?.length ?? 0
		for (const listener of this.#listeners) listener()
	}

	write(text: string): void {
		this.writes++
		// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
		for (const [part] of text.matchAll(/\x1b\[\??[\d;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+/g)) this.#process(part)
	}

	#process(part: string): void {
		if (part === '\r') this.#column = 0
		else if (part === '\n') this.#toRow(this.#row + 1)
		else if (part.startsWith('\x1b[')) this.#execute(part.slice(2))
		else this.#put(part)
	}

	#execute(command: string): void {
		if (command === '?25l') this.isCursorShown = false
		else if (command === '?25h') this.isCursorShown = true
		else if (command.endsWith('A')) this.#row = Math.max(this.#top, this.#row - Number(command.slice(0, -1)))
		else if (command === 'K') this.#clearLine()
		else if (command === 'J') {
			this.#clearLine()
			this.#lines.length = this.#row + 1
		}
	}

	/** The cursor cannot move above the first visible row. */
	get #top(): number {
		return Math.max(0, this.#lines.length - this.rows)
	}

	#put(text: string): void {
		const line = (this.#lines[this.#row] ?? '').padEnd(this.#column)
		this.#lines[this.#row] = line.slice(0, this.#column) + text + line.slice(this.#column + text.length)
		this.#column += text.length
		if (this.#column > this.columns) throw new Error(`a line is longer than the terminal: ${text}`)
	}

	#clearLine(): void {
		this.#lines[this.#row] = (this.#lines[this.#row] ?? '').slice(0, this.#column)
	}

	#toRow(row: number): void {
		this.#row = row
		while (this.#lines.length <= row) this.#lines.push('')
	}
}
