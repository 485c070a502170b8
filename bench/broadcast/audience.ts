import { SocketLoad, serverFrameLength } from '../socket-load.ts'

type Expected = {
	/** How many listen, spread over the addresses in turn. */
	readonly sockets: number
	/** The text of each message. */
	readonly message: string
}

/** All listeners of a stream that sends the same message repeatedly, at one server or spread over several. */
export class Audience {
	readonly #sockets: readonly SocketLoad[]
	readonly #frameLength: number
	#bytesLeft = 0
	#firstMs: number | undefined
	#heardAll = () => {}

	private constructor(sockets: readonly SocketLoad[], frameLength: number) {
		this.#sockets = sockets
		this.#frameLength = frameLength
		for (const socket of sockets) socket.onBytes(count => this.#heard(count))
	}

	static async open(urls: readonly string[], { sockets, message }: Expected): Promise<Audience> {
		const opened: SocketLoad[] = []
		while (opened.length < sockets) opened.push(await SocketLoad.open(urls[opened.length % urls.length] ?? ''))
		// Existing messages are sent first.
		await new Promise(resolve => setTimeout(resolve, 1_500))
		return new Audience(opened, serverFrameLength(message))
	}

	/** Has this many messages sent; returns the time from the first byte received to the last. */
	async hear(messages: number, send: () => Promise<unknown>): Promise<{ count: number; ms: number }> {
		const count = messages * this.#sockets.length
		this.#bytesLeft = count * this.#frameLength
		this.#firstMs = undefined
		const heardAll = new Promise<void>(resolve => {
			this.#heardAll = resolve
		})
		await Promise.all([send(), heardAll])
		return { count, ms: performance.now() - (this.#firstMs ?? Number.NaN) }
	}

	close(): void {
		for (const socket of this.#sockets) socket.close()
	}

	#heard(count: number): void {
		// A ping is not part of a message.
		if (count <= 2) return
		this.#firstMs ??= performance.now()
		this.#bytesLeft -= count
		if (this.#bytesLeft <= 0) this.#heardAll()
	}
}
