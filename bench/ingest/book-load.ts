import { flashMethods } from '@accord/protocol'
import { SocketLoad, textFrame } from '../socket-load.ts'

const ping = textFrame(JSON.stringify({ jsonrpc: '2.0', id: 1, method: flashMethods.ping }))
const startStream = textFrame(JSON.stringify({ jsonrpc: '2.0', method: flashMethods.startNewOrders }))

/** The message with which a maker replaces a book. */
export function bookMessage({ pair, bids, asks }: { pair: string; bids: string[]; asks: string[] }): string {
	const [base, quote] = pair.split('/')
	const levels = (side: string[]) => side.map(level => level.split(' '))
	const params = { pair: { base, quote }, bids: levels(bids), asks: levels(asks) }
	return JSON.stringify({ jsonrpc: '2.0', method: flashMethods.priceBookChanged, params })
}

/** A maker that replaces its books as fast as the server accepts them: a batch, then a ping whose answer it waits for. */
export class BookLoad {
	readonly #socket: SocketLoad
	#answered = () => {}

	private constructor(socket: SocketLoad) {
		this.#socket = socket
		socket.onBytes(count => count > 2 && this.#answered())
	}

	/** Connects and subscribes to new orders, without which no book counts. */
	static async open(url: string, apiKey: string): Promise<BookLoad> {
		const load = new BookLoad(await SocketLoad.open(url, { 'service-api-key': apiKey }))
		await load.send(startStream)
		return load
	}

	/** Sends frames and waits until the server has processed them. */
	async send(frames: Buffer): Promise<void> {
		const answered = new Promise<void>(resolve => {
			this.#answered = resolve
		})
		this.#socket.send(Buffer.concat([frames, ping]))
		await answered
	}

	close(): void {
		this.#socket.close()
	}
}
