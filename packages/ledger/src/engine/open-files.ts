import {
	closeSync,
	constants,
	fdatasyncSync,
	fstatSync,
	fsyncSync,
	ftruncateSync,
	openSync,
	readSync,
	writeSync,
} from 'node:fs'

/** The modes: read; read and append, created if missing; overwrite. */
const modes = ['r', constants.O_RDWR | constants.O_CREAT, 'w+']

/** The files that a program has open, by descriptor. Failures throw the system's error. */
export class OpenFiles {
	/**
	 * Where the next write to each file goes. The system's append mode is not used, because on Windows such a file cannot
	 * be truncated; no other process writes to these files.
	 */
	readonly #ends = new Map<number, number>()

	open(path: string, mode: number): number {
		const file = openSync(path, modes[mode] ?? 'r')
		// Registered first, so that the file is closed in any case.
		this.#ends.set(file, 0)
		this.#ends.set(file, fstatSync(file).size)
		return file
	}

	length(file: number): number {
		this.#endOf(file)
		return fstatSync(file).size
	}

	/** Reads from the position on and returns how many bytes were read; 0 at the end. */
	read(file: number, { at, to }: { at: number; to: Uint8Array }): number {
		this.#endOf(file)
		return readSync(file, to, 0, to.length, at)
	}

	/** Returns when everything is written. */
	write(file: number, bytes: Uint8Array): void {
		for (let from = 0; from < bytes.length; ) {
			const end = this.#endOf(file)
			const count = writeSync(file, bytes, from, bytes.length - from, end)
			this.#ends.set(file, end + count)
			from += count
		}
	}

	truncate(file: number, length: number): void {
		this.#endOf(file)
		ftruncateSync(file, length)
		this.#ends.set(file, length)
	}

	/** Returns when the file's data and length are on the disk. */
	sync(file: number): void {
		this.#endOf(file)
		fdatasyncSync(file)
	}

	close(file: number): void {
		if (this.#ends.delete(file)) closeSync(file)
	}

	closeAll(): void {
		for (const file of this.#ends.keys()) this.close(file)
	}

	/** A descriptor that is not ours may belong to any other file of this process. */
	#endOf(file: number): number {
		const end = this.#ends.get(file)
		if (end === undefined) throw Object.assign(new Error(`EBADF: ${file} is not an open file`), { code: 'EBADF' })
		return end
	}
}

/** Returns when the names in a folder are on the disk. Windows has no such call. */
export function syncFolder(path: string): void {
	if (process.platform === 'win32') return
	const folder = openSync(path, 'r')
	try {
		fsyncSync(folder)
	} finally {
		closeSync(folder)
	}
}
