import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

// A masking key of zero leaves the bytes unchanged: the server is measured, so a client need not mask.
const unmasked = Buffer.alloc(4)

/** A minimal WebSocket client, so that many of them cost their process little. */
export class SocketLoad {
	readonly #socket: Socket
	#onBytes = (_count: number) => {}

	private constructor(socket: Socket) {
		this.#socket = socket
		socket.on('data', bytes => this.#onBytes(bytes.length))
		// The service drops clients that send nothing for 10 s.
		const timer = setInterval(() => socket.write(frame(0xa, Buffer.alloc(0))), 3_000)
		socket.once('close', () => clearInterval(timer))
	}

	static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<SocketLoad> {
		const { hostname, port, pathname } = new URL(url)
		const socket = connect(Number(port), hostname).setNoDelay()
		await once(socket, 'connect')
		const lines = { host: `${hostname}:${port}`, upgrade: 'websocket', connection: 'Upgrade', ...upgrade(), ...headers }
		const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
		socket.write(`GET ${pathname} HTTP/1.1\r\n${text.join('')}\r\n`)
		const [answer] = await once(socket, 'data')
		if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error(String(answer))
		return new SocketLoad(socket)
	}

	/** Called with the number of bytes received. */
	onBytes(told: (count: number) => void): void {
		this.#onBytes = told
	}

	/** Sends frames made by {@link textFrame}. */
	send(frames: Buffer): void {
		this.#socket.write(frames)
	}

	close(): void {
		this.#socket.destroy()
	}
}

/** A client's text frame. */
export function textFrame(text: string): Buffer {
	return frame(0x1, Buffer.from(text))
}

/** The size in bytes of a server's frame with a text of this length. */
export function serverFrameLength(text: string): number {
	const length = Buffer.byteLength(text)
	return length + (length < 126 ? 2 : length < 65_536 ? 4 : 10)
}

function frame(opcode: number, body: Buffer): Buffer {
	const { length } = body
	const header = length < 126 ? Buffer.alloc(2) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10)
	header[0] = 0x80 | opcode
	header[1] = 0x80 | (header.length === 2 ? length : header.length === 4 ? 126 : 127)
	if (header.length === 4) header.writeUInt16BE(length, 2)
	if (header.length === 10) header.writeBigUInt64BE(BigInt(length), 2)
	return Buffer.concat([header, unmasked, body])
}

function upgrade(): Record<string, string> {
	return { 'sec-websocket-version': '13', 'sec-websocket-key': randomBytes(16).toString('base64') }
}
