import { fillExecutionWire, flashMethods, type JsonRpcParams, parseWire, TradeError } from '@accord/protocol'
import { type FillExecution, FillExecutionStream } from './fill-execution-stream.ts'

type Deps = {
	request: (method: string, params: JsonRpcParams) => Promise<unknown>
	/** Told what went wrong with a start but for `sequence_ahead`. */
	failed: (error: unknown, method: string) => void
}

/** Beyond the end of any log. */
const beyond = Number.MAX_SAFE_INTEGER

/** All readings of a maker's fill log over one connection: the service sends one stream, each takes what it wants of it. */
export class FillExecutionStreams {
	readonly #deps: Deps
	readonly #streams = new Set<FillExecutionStream>()

	constructor(deps: Deps) {
		this.#deps = deps
	}

	/** The log from a number on, or what is new. @throws TradeError `sequence_ahead` */
	async *read({
		from,
		signal,
	}: {
		from?: number
		signal?: AbortSignal
	}): AsyncGenerator<FillExecution, void, undefined> {
		const stream: FillExecutionStream = new FillExecutionStream({
			...(from === undefined ? {} : { from }),
			restart: () => this.#start(stream),
		})
		const stop = () => stream.end()
		this.#streams.add(stream)
		signal?.addEventListener('abort', stop)
		if (signal?.aborted === true) stop()
		this.#start(stream)
		try {
			yield* stream.entries()
		} finally {
			signal?.removeEventListener('abort', stop)
			this.#streams.delete(stream)
		}
	}

	/** Takes a notification of the service. */
	take(params: JsonRpcParams | undefined): void {
		const entry = parseWire(fillExecutionWire, params)
		for (const stream of this.#streams) stream.take(entry)
	}

	/** Asks for everything anew, on a new connection. */
	restart(): void {
		for (const stream of this.#streams) this.#start(stream)
	}

	end(error?: Error): void {
		for (const stream of this.#streams) stream.end(error)
	}

	/** A live reading asks beyond the end of the log, which is refused with the number that the log ends with. */
	#start(stream: FillExecutionStream): void {
		const { next } = stream
		const params = { enabled: true, historical_starting_point: next ?? beyond }
		this.#deps.request(flashMethods.startFillExecution, params).catch(error => {
			const isAhead = error instanceof TradeError && error.code === 'sequence_ahead'
			if (!isAhead) return this.#deps.failed(error, flashMethods.startFillExecution)
			const { last_sequence_number: last } = error.extra
			if (next !== undefined || typeof last !== 'number') return stream.end(error)
			stream.begin(last + 1)
			this.#start(stream)
		})
	}
}
