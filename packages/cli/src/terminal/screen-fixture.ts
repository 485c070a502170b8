import type { ScreenStream } from './live-screen.ts'

/** As much of a terminal as live views use: it keeps what one would see, the part that has scrolled away too. */
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

	/** All lines, without the empty ones at the end. */
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

	/** Changes the size as a terminal does: lines that are too long break, with the cursor at the end of what it was at. */
	resize({ columns, rows }: { columns: number; rows: number }): void {
		this.columns = columns
		this.rows = rows
		const broken = this.#lines.map(line => line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [''])
		this.#row = broken.slice(0, this.#row + 1).flat().length - 1
		this.#lines = broken.flat()
		this.#column = this.#lines[this.#row]?.length ?? 0
		for (const listener of this.#listeners) listener()
	}

	write(text: string): void {
		this.writes++
		// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what a terminal is told with
		for (const [part] of text.matchAll(/\x1b\[\??[\d;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+/g)) this.#take(part)
	}

	#take(part: string): void {
		if (part === '\r') this.#column = 0
		else if (part === '\n') this.#toRow(this.#row + 1)
		else if (part.startsWith('\x1b[')) this.#obey(part.slice(2))
		else this.#put(part)
	}

	#obey(order: string): void {
		if (order === '?25l') this.isCursorShown = false
		else if (order === '?25h') this.isCursorShown = true
		else if (order.endsWith('A')) this.#row = Math.max(this.#top, this.#row - Number(order.slice(0, -1)))
		else if (order === 'K') this.#clearLine()
		else if (order === 'J') {
			this.#clearLine()
			this.#lines.length = this.#row + 1
		}
	}

	/** Nothing above the first row that is shown can be reached. */
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
