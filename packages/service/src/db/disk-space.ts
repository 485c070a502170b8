type DiskSpaceDeps = {
	/** The free bytes now; undefined if unknown. */
	readonly freeBytes: () => Promise<number | undefined>
	/** Below this there is only enough room to end open orders. */
	readonly freeBytesMin: number
}

/** The free bytes on the database's disk, as last read. */
export class DiskSpace {
	readonly #deps: DiskSpaceDeps
	#freeBytes: number | undefined

	constructor(deps: DiskSpaceDeps) {
		this.#deps = deps
	}

	get freeBytes(): number | undefined {
		return this.#freeBytes
	}

	async read(): Promise<'done'> {
		this.#freeBytes = await this.#deps.freeBytes()
		return 'done'
	}

	/** The problem, if too little space is free. */
	shortage(): string | undefined {
		const { freeBytesMin } = this.#deps
		if (this.#freeBytes === undefined || this.#freeBytes >= freeBytesMin) return undefined
		return `only ${megabytes(this.#freeBytes)} are free on its disk, of ${megabytes(freeBytesMin)} that are kept to end what is open`
	}
}

function megabytes(bytes: number): string {
	return `${Math.floor(bytes / 1_000_000)} MB`
}
