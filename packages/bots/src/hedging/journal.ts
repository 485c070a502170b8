import {
	appendFileSync,
	closeSync,
	existsSync,
	fdatasyncSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
} from 'node:fs'
import { join } from 'node:path'
import { type DirectoryLock, lockDirectory } from '@accord/ledger'
import { type Line, Position } from './position.ts'

/** Beyond this many lines the file is rewritten as a summary. */
const linesMax = 200_000
const name = 'journal.jsonl'

/**
 * A position that outlives its process, as a file of lines in a directory of its own, which one process may use at a
 * time. A line is applied once it is written; what must not be lost to a power cut is synced before anything follows
 * from it. An unfinished last line, as a crash leaves it, never happened.
 */
export class Journal {
	readonly position: Position
	readonly #directory: string
	readonly #lock: DirectoryLock
	#file: number
	#lines: number

	private constructor(directory: string, lock: DirectoryLock) {
		this.#directory = directory
		this.#lock = lock
		this.position = read(join(directory, name))
		const { file, lines } = rewrite(directory, this.position)
		this.#file = file
		this.#lines = lines
	}

	/** @throws Error if another process uses the directory, or the file is damaged before its last line */
	static async open(directory: string): Promise<Journal> {
		mkdirSync(directory, { recursive: true, mode: 0o700 })
		const lock = await lockDirectory(directory)
		try {
			return new Journal(directory, lock)
		} catch (error) {
			lock.release()
			throw error
		}
	}

	/** Writes lines and applies them. */
	add(...lines: readonly Line[]): void {
		appendFileSync(this.#file, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
		for (const line of lines) this.position.apply(line)
		this.#lines += lines.length
		if (this.#lines <= linesMax) return
		closeSync(this.#file)
		const { file, lines: left } = rewrite(this.#directory, this.position)
		this.#file = file
		this.#lines = left
	}

	/** Writes a line that outlives a power cut, together with all before it. */
	keep(line: Line): void {
		this.add(line)
		fdatasyncSync(this.#file)
	}

	close(): void {
		closeSync(this.#file)
		// What is still under way must not write to another file that gets this one's number.
		this.#file = -1
		this.#lock.release()
	}
}

/** Replaces the file by a summary of the position; returns the new one, open for further lines. */
function rewrite(directory: string, position: Position): { readonly file: number; readonly lines: number } {
	const lines = position.lines()
	const [path, draft] = [join(directory, name), join(directory, `${name}.new`)]
	const file = openSync(draft, 'w', 0o600)
	appendFileSync(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
	fdatasyncSync(file)
	renameSync(draft, path)
	if (process.platform !== 'win32') syncDirectory(directory)
	return { file, lines: lines.length }
}

/** Until then a power cut might bring the replaced file back. */
function syncDirectory(path: string): void {
	const directory = openSync(path, 'r')
	fsyncSync(directory)
	closeSync(directory)
}

function read(path: string): Position {
	const position = new Position()
	const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
	const lines = text.split('\n').slice(0, -1)
	for (const [at, line] of lines.entries()) {
		try {
			position.apply(JSON.parse(line) as Line)
		} catch (error) {
			throw new Error(`${path} is damaged at line ${at + 1}: restore it, or move it away to begin anew`, {
				cause: error,
			})
		}
	}
	return position
}
