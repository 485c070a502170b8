import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const headersEnd = '\r\n\r\n'

/** Requests one path repeatedly over keep-alive connections, each again as soon as its response has arrived. */
export class HttpLoad {
	readonly #request: Buffer
	readonly #sockets: Socket[] = []
	#answered = 0
	#isRunning = false

	private constructor(url: URL) {
		const lines = [`GET ${url.pathname}${url.search} HTTP/1.1`, `host: ${url.host}`, 'origin: https://dex.example']
		this.#request = Buffer.from(lines.join('\r\n') + headersEnd)
	}

	static async open(url: string, connections: number): Promise<HttpLoad> {
		const target = new URL(url)
		const load = new HttpLoad(target)
		for (let n = 0; n < connections; n++) {
			const socket = connect(Number(target.port), target.hostname).setNoDelay()
			await once(socket, 'connect')
			load.#take(socket)
		}
		return load
	}

	/** Returns how many responses arrived within about this many milliseconds. */
	async run(ms: number): Promise<{ count: number; ms: number }> {
		const answeredBefore = this.#answered
		const startedMs = performance.now()
		this.#isRunning = true
		for (const socket of this.#sockets) socket.write(this.#request)
		await new Promise(resolve => setTimeout(resolve, ms))
		this.#isRunning = false
		const result = { count: this.#answered - answeredBefore, ms: performance.now() - startedMs }
		// The last responses are still in flight.
		await new Promise(resolve => setTimeout(resolve, 50))
		return result
	}

	close(): void {
		for (const socket of this.#sockets) socket.destroy()
	}

	#take(socket: Socket): void {
		const reader = new AnswerReader(() => {
			this.#answered++
			if (this.#isRunning) socket.write(this.#request)
		})
		socket.on('data', bytes => reader.take(bytes))
		this.#sockets.push(socket)
	}
}

/** Finds where responses end in a stream of bytes; a response other than success ends the bench. */
class AnswerReader {
	readonly #onAnswer: () => void
	#headers = ''
	#bodyLeft = 0

	constructor(onAnswer: () => void) {
		this.#onAnswer = onAnswer
	}

	take(bytes: Buffer): void {
		if (this.#bodyLeft > 0) {
			this.#bodyLeft -= bytes.length
			if (this.#bodyLeft === 0) this.#onAnswer()
			return
		}
		this.#headers += bytes.toString('latin1')
		const end = this.#headers.indexOf(headersEnd)
		if (end < 0) return
		if (!this.#headers.startsWith('HTTP/1.1 200')) throw new Error(this.#headers)
		this.#bodyLeft = contentLength(this.#headers) - (this.#headers.length - end - headersEnd.length)
		this.#headers = ''
		if (this.#bodyLeft === 0) this.#onAnswer()
	}
}

function contentLength(headers: string): number {
	return Number(/content-length: (\d+)/i.exec(headers)?.[1])
}
