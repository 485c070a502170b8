/** Reads the messages from one direction of a WebSocket's bytes; no extension changes them here. */
export class FrameReader {
	readonly #onText: (text: string) => void
	#bytes: Buffer = Buffer.alloc(0)
	#pieces: Buffer[] = []

	constructor(onText: (text: string) => void) {
		this.#onText = onText
	}

	take(chunk: Buffer): void {
		this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
		for (let frame = frameIn(this.#bytes); frame !== undefined; frame = frameIn(this.#bytes)) {
			this.#bytes = this.#bytes.subarray(frame.length)
			this.#read(frame)
		}
	}

	#read({ opcode, isLast, payload }: Frame): void {
		const isData = opcode <= binaryFrame
		if (!isData) return
		this.#pieces.push(payload)
		if (!isLast) return
		const text = Buffer.concat(this.#pieces).toString()
		this.#pieces = []
		this.#onText(text)
	}
}

type Frame = { readonly opcode: number; readonly isLast: boolean; readonly payload: Buffer; readonly length: number }

/** The kinds of data: the rest of a message, text, and bytes that the service reads as text. */
const binaryFrame = 2

function frameIn(bytes: Buffer): Frame | undefined {
	if (bytes.length < 2) return undefined
	const [first = 0, second = 0] = bytes
	const short = second & 0x7f
	const maskAt = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0)
	if (bytes.length < maskAt) return undefined
	const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
	const isMasked = (second & 0x80) !== 0
	const start = maskAt + (isMasked ? 4 : 0)
	const length = start + size
	if (bytes.length < length) return undefined
	const payload = Buffer.from(bytes.subarray(start, length))
	if (isMasked) for (let at = 0; at < size; at++) payload[at] = (payload[at] ?? 0) ^ (bytes[maskAt + (at & 3)] ?? 0)
	return { opcode: first & 0x0f, isLast: (first & 0x80) !== 0, payload, length }
}
