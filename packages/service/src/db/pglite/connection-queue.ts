import { TradeError } from '@accord/protocol'

/** Hands the one connection to whoever asks, in the order of asking. Beyond `waitingMax` an asker is refused: `busy`. */
export class ConnectionQueue<Connection> {
	readonly #connection: Connection
	readonly #waiting: (() => void)[] = []
	#taken = false

	constructor(connection: Connection) {
		this.#connection = connection
	}

	acquire(): Promise<Connection> {
		if (!this.#taken) {
			this.#taken = true
			return Promise.resolve(this.#connection)
		}
		if (this.#waiting.length >= waitingMax) return Promise.reject(new TradeError('busy', 'too many statements wait'))
		return new Promise(resolve => this.#waiting.push(() => resolve(this.#connection)))
	}

	/** Passes the connection to the next in the queue. */
	release(): void {
		const next = this.#waiting.shift()
		if (next === undefined) this.#taken = false
		else next()
	}
}

const waitingMax = 10_000
