import { constants, crc32, deflateRawSync } from 'node:zlib'

/** One server-sent event; `data` is JSON, and a client resumes after `id`. */
export type StreamEvent = { readonly event: string; readonly id?: number; readonly data: unknown }

/** Bytes for any number of streams, compressed once for all those that take gzip. */
export class StreamBytes {
	readonly plain: Buffer
	#block: Buffer | undefined

	constructor(plain: Buffer) {
		this.plain = plain
	}

	/** A part of any deflated stream: it refers to nothing before it, and can be read as soon as it has arrived. */
	get block(): Buffer {
		this.#block ??= deflateRawSync(this.plain, { finishFlush: constants.Z_SYNC_FLUSH })
		return this.#block
	}
}

/** An event, formatted once for all streams that get it: those of their own, and combined ones. */
export class FormattedEvent {
	readonly #event: string
	readonly #id: number | undefined
	readonly #json: Buffer
	#bytes: StreamBytes | undefined
	/** By the name that combined streams give to what they follow. */
	readonly #ofCombined = new Map<string, StreamBytes>()

	/** `json` is the text of its data. */
	constructor({ event, id, json }: { readonly event: string; readonly id?: number; readonly json: Buffer }) {
		this.#event = event
		this.#id = id
		this.#json = json
	}

	static of({ data, ...event }: StreamEvent): FormattedEvent {
		return new FormattedEvent({ ...event, json: Buffer.from(JSON.stringify(data)) })
	}

	get bytes(): StreamBytes {
		const id = this.#id === undefined ? '' : `id: ${this.#id}\n`
		this.#bytes ??= this.#around(`event: ${this.#event}\n${id}data: `, '')
		return this.#bytes
	}

	/** Its bytes in a combined stream, as an event of the stream with this name. */
	ofCombined(stream: string): StreamBytes {
		const known = this.#ofCombined.get(stream)
		if (known !== undefined) return known
		const bytes = this.#around(`event: ${this.#event}\ndata: {"stream":${JSON.stringify(stream)},"data":`, '}')
		this.#ofCombined.set(stream, bytes)
		return bytes
	}

	#around(before: string, after: string): StreamBytes {
		return new StreamBytes(Buffer.concat([Buffer.from(before), this.#json, Buffer.from(`${after}\n\n`)]))
	}
}

const deflated = 8
/** No name, no time, and an unknown system (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, deflated, 0, 0, 0, 0, 0, 0, 0xff])
/** A last block without content. */
const lastBlock = [0x03, 0x00]

/** A gzip file, written in blocks that other files share. */
export class SharedGzip {
	readonly header = header
	#crc = 0
	#length = 0

	/** The block to write. */
	add({ plain, block }: StreamBytes): Buffer {
		this.#crc = crc32(plain, this.#crc)
		this.#length = (this.#length + plain.length) >>> 0
		return block
	}

	/** The end of the file. */
	end(): Buffer {
		const end = Buffer.from([...lastBlock, 0, 0, 0, 0, 0, 0, 0, 0])
		end.writeUInt32LE(this.#crc, lastBlock.length)
		end.writeUInt32LE(this.#length, lastBlock.length + 4)
		return end
	}
}
