import { renameSync } from 'node:fs'
import type { Program } from '@accord/codec/program'
import { OpenFiles, syncFolder } from './open-files.ts'

type Memory = Program['memory']

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * What a program can do outside its memory: access files, read the time, and write a line for the operator. A path or
 * text is a pointer to UTF-8 and its length in bytes. A position in a file is a float, since a 32-bit integer is too
 * small. A failing function returns −2 if there is no such file, else −1, and `failure` gives the reason.
 */
export class Host {
	/** The last line that the program wrote; when it stops, this is the reason. */
	lastLine: string | undefined
	readonly #files = new OpenFiles()
	#memory: Memory | undefined
	#failure = ''

	/** The imports to start the program with. */
	readonly imports = {
		host: {
			open: (path: number, length: number, mode: number) =>
				this.#attempt(() => this.#files.open(this.#text(path, length), mode)),
			close: (file: number) => this.#do(() => this.#files.close(file)),
			length: (file: number) => this.#attempt(() => this.#files.length(file)),
			read: (file: number, at: number, to: number, length: number) =>
				this.#attempt(() => this.#files.read(file, { at, to: this.#bytes(to, length) })),
			write: (file: number, from: number, length: number) =>
				this.#do(() => this.#files.write(file, this.#bytes(from, length))),
			truncate: (file: number, length: number) => this.#do(() => this.#files.truncate(file, length)),
			sync: (file: number) => this.#do(() => this.#files.sync(file)),
			sync_folder: (path: number, length: number) => this.#do(() => syncFolder(this.#text(path, length))),
			rename: (from: number, fromLength: number, to: number, toLength: number) =>
				this.#do(() => renameSync(this.#text(from, fromLength), this.#text(to, toLength))),
			/** Cut between two characters. */
			failure: (to: number, lengthMax: number) => encoder.encodeInto(this.#failure, this.#bytes(to, lengthMax)).written,
			now: () => performance.now(),
			write_line: (text: number, length: number) => this.#writeLine(this.#text(text, length)),
		},
	}

	/** The memory of the program that has these imports. */
	use(memory: Memory): void {
		this.#memory = memory
	}

	closeFiles(): void {
		this.#files.closeAll()
	}

	#do(work: () => void): number {
		return this.#attempt(() => {
			work()
			return 0
		})
	}

	#attempt(work: () => number): number {
		try {
			return work()
		} catch (error) {
			// Anything else that is thrown, such as a stack overflow, stops the program: its call must not continue.
			if (!isSystemError(error)) throw error
			this.#failure = error.message
			return error.code === 'ENOENT' ? -2 : -1
		}
	}

	#writeLine(line: string): void {
		this.lastLine = line
		process.stderr.write(`${line}\n`)
	}

	#text(at: number, length: number): string {
		return decoder.decode(this.#bytes(at, length))
	}

	/** Pointers beyond 2 GiB arrive as negative numbers, and growing the memory replaces the buffer. */
	#bytes(at: number, length: number): Uint8Array {
		if (this.#memory === undefined) throw new Error('the program is not started')
		return new Uint8Array(this.#memory.buffer, at >>> 0, length >>> 0)
	}
}

function isSystemError(error: unknown): error is Error & { readonly code: string } {
	return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
