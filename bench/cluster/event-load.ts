import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const newline = 0x0a

/** Reads a stream of server-sent events and counts them cheaply. */
export class EventLoad {
	readonly #socket: Socket
	/** How many blocks have ended: events, and occasionally a comment. */
	count = 0
	#endedWithNewline = false

	private constructor(socket: Socket, onText: ((text: string) => void) | undefined) {
		this.#socket = socket
		socket.on('data', (bytes: Buffer) => {
			this.#take(bytes)
			onText?.(bytes.toString('latin1'))
		})
	}

	/** Resolves when the answer has begun; `onText` is called with the text as it arrives, wherever it was cut. */
	static async open(given: string, onText?: (text: string) => void): Promise<EventLoad> {
		const { hostname, port, pathname, search, host } = new URL(given)
		const socket = connect(Number(port), hostname).setNoDelay()
		await once(socket, 'connect')
		socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`)
		const [answer] = await once(socket, 'data')
		if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(String(answer))
		return new EventLoad(socket, onText)
	}

	close(): void {
		this.#socket.destroy()
	}

	/** A block ends with an empty line, `\n\n`, which may be cut in two. Lines of the transfer end in `\r\n`. */
	#take(bytes: Buffer): void {
		for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) {
			const isSecond = at === 0 ? this.#endedWithNewline : bytes[at - 1] === newline
			if (isSecond) this.count += 1
		}
		this.#endedWithNewline = bytes[bytes.length - 1] === newline
	}
}
