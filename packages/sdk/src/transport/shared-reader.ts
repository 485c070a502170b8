import { eventStreamType } from './event-stream.ts'

/** The pieces that may wait for a reader; the stream of one that is slower breaks off. */
const waitingMax = 1_000

/** An answer that is no stream, as one tab tells it to the others. */
export type ToldAnswer = {
	readonly status: number
	readonly headers: readonly [string, string][]
	readonly text: string
}

/** One reader of a stream, in one tab: a request, and its answer made of what it is told. */
export class SharedReader {
	readonly stream: string
	readonly answer: Promise<Response>
	/** Resolves when the reader has left, or its stream has ended. */
	readonly over: Promise<void>
	readonly #signal: AbortSignal | undefined
	readonly #leave = () => this.end(new DOMException('The reader has left.', 'AbortError'))
	readonly #utf8 = new TextEncoder()
	#resolve: (answer: Response) => void = () => undefined
	#reject: (error: unknown) => void = () => undefined
	#finish: () => void = () => undefined
	#body: ReadableStreamDefaultController<Uint8Array> | undefined
	#isOver = false

	constructor(stream: string, signal: AbortSignal | undefined) {
		this.stream = stream
		this.#signal = signal
		this.answer = new Promise((resolve, reject) => {
			this.#resolve = resolve
			this.#reject = reject
		})
		this.over = new Promise(resolve => {
			this.#finish = resolve
		})
		signal?.addEventListener('abort', this.#leave)
	}

	/** A connection begins that has its stream. */
	begin(): void {
		if (this.#isOver || this.#body !== undefined) return
		const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
			this.#body = controller
		}
		const body = new ReadableStream<Uint8Array>({ start, cancel: this.#leave }, { highWaterMark: waitingMax })
		this.#resolve(new Response(body, { headers: { 'content-type': eventStreamType } }))
	}

	/** Hands on a part of the stream, once it has begun. */
	pass(text: string): void {
		if (this.#isOver || this.#body === undefined) return
		if ((this.#body.desiredSize ?? 0) > 0) this.#body.enqueue(this.#utf8.encode(text))
		else this.end(new Error('the reader of a stream is too slow'))
	}

	/** If its stream has not begun, it gets this answer, or none. */
	refuse(answer: ToldAnswer | undefined): void {
		if (this.#body !== undefined) return
		if (answer !== undefined)
			this.#resolve(new Response(answer.text || null, { ...answer, headers: [...answer.headers] }))
		this.end(new Error('the connection for all tabs failed'))
	}

	/** Breaks off a stream that has begun. */
	breakOff(): void {
		if (this.#body !== undefined) this.end(new Error('the connection of all tabs broke off'))
	}

	end(error: unknown): void {
		if (this.#isOver) return
		this.#isOver = true
		this.#signal?.removeEventListener('abort', this.#leave)
		this.#finish()
		this.#reject(error)
		this.#body?.error(error)
	}
}
