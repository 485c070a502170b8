import { toJsonRpcError } from '../error/problem.ts'
import { shown } from '../error/shown.ts'
import { TradeError } from '../error/trade-error.ts'
import {
	isCall,
	isResponse,
	type JsonRpcCall,
	type JsonRpcParams,
	type JsonRpcResponse,
	parseMessage,
	readResponse,
} from './json-rpc-message.ts'
import { type PendingLimits, PendingRequests, type Schedule } from './pending-requests.ts'

/** Answers one method: its return value becomes the result, and a thrown error becomes the error. */
export type JsonRpcMethod<Context> = (params: JsonRpcParams | undefined, context: Context) => Promise<unknown> | unknown

export type JsonRpcLimits = PendingLimits & {
	/** Calls allowed in one batch. */
	readonly maxBatch: number
}

export type JsonRpcPeerOptions<Context> = {
	/** Writes one message to the wire. It must not throw. */
	send(text: string): void
	readonly methods: Readonly<Record<string, JsonRpcMethod<Context>>>
	/** Reads a message faster than JSON.parse, with the same result; undefined leaves the message to JSON.parse. */
	readFast?(text: string): JsonRpcCall | undefined
	/** Methods that answer immediately, and so are never refused because too many calls are running. */
	readonly immediate?: ReadonlySet<string>
	/** Passed to every method. */
	readonly context: Context
	/** `maxPendingRequests` bounds both our own waiting requests and the other side's running calls. */
	readonly limits: JsonRpcLimits
	/** Reports a refused notification, which gets no answer; this includes one for an unknown method. */
	onRefusedNotification?(method: string, error: unknown): void
	/** Reports anything other than a TradeError that a method threw; the other side learns only that something failed. */
	onInternalError?(method: string, error: unknown): void
	/** If absent, requests have no time limit. */
	readonly schedule?: Schedule
}

const done = Promise.resolve()

/**
 * One end of a JSON-RPC 2.0 conversation over any transport that carries text: strictly according to the standard,
 * except that calls need no version and may have null as params.
 */
export class JsonRpcPeer<Context = undefined> {
	readonly #options: JsonRpcPeerOptions<Context>
	readonly #methods: ReadonlyMap<string, JsonRpcMethod<Context>>
	readonly #pending: PendingRequests
	#running = 0
	#lastId = 0
	#closed = false

	constructor(options: JsonRpcPeerOptions<Context>) {
		this.#options = options
		this.#methods = new Map(Object.entries(options.methods))
		this.#pending = new PendingRequests(options.limits, options.schedule)
	}

	/**
	 * Takes one message and answers it. If a notification's method returns no promise, it is done when this returns;
	 * otherwise the promise resolves once the answer is sent. It never rejects.
	 */
	receive(text: string): Promise<void> {
		if (this.#closed) return done
		let message: unknown
		try {
			message = this.#options.readFast?.(text) ?? parseMessage(text)
		} catch {
			this.#send(failure(null, new TradeError('malformed_json')))
			return done
		}
		if (Array.isArray(message)) return this.#receiveBatch(message)
		const reply = this.#take(message)
		if (reply === undefined) return done
		if (reply instanceof Promise) return reply.then(response => this.#send(response))
		this.#send(reply)
		return done
	}

	/**
	 * Sends a request to the other side and returns the result.
	 * @throws TradeError the other side's error; `busy` when too many are waiting; `request_timeout`; `connection_closed`
	 */
	request(method: string, params?: JsonRpcParams): Promise<unknown> {
		if (this.#closed) return Promise.reject(new TradeError('connection_closed'))
		if (this.#pending.isFull) return Promise.reject(new TradeError('busy', 'too many requests wait for an answer'))
		const id = ++this.#lastId
		const answer = this.#pending.wait(id)
		this.#options.send(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }))
		return answer
	}

	/** Sends a notification. */
	notify(method: string, params?: JsonRpcParams): void {
		if (this.#closed) return
		this.#options.send(JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }))
	}

	/** Ends the conversation: waiting requests fail with the error, later messages are ignored, and nothing more is sent. */
	close(error: TradeError = new TradeError('connection_closed')): void {
		this.#closed = true
		this.#pending.rejectAll(error)
	}

	async #receiveBatch(batch: readonly unknown[]): Promise<void> {
		const { maxBatch } = this.#options.limits
		if (batch.length === 0 || batch.length > maxBatch) {
			const detail = batch.length === 0 ? 'a batch may not be empty' : `a batch may have at most ${maxBatch} calls`
			return this.#send(failure(null, new TradeError('invalid_request', detail)))
		}
		const replies = await Promise.all(batch.map(message => this.#take(message)))
		const responses = replies.filter(reply => reply !== undefined)
		if (responses.length > 0) this.#send(responses)
	}

	#take(message: unknown): Reply {
		if (isCall(message)) {
			const { method, params, id } = message
			const call = { method, ...(params === undefined || params === null ? {} : { params }) }
			return id === undefined ? this.#notified(call) : this.#requested(call, id)
		}
		if (!isResponse(message)) return failure(null, notACall(message))
		const response = readResponse(message)
		if (response !== undefined) this.#pending.settle(response)
		return undefined
	}

	#notified(call: JsonRpcCall): Reply {
		try {
			const result = this.#run(call)
			if (!(result instanceof Promise)) return undefined
			return this.#whileRunning(result).then(
				() => undefined,
				error => this.#refuseNotification(call.method, error),
			)
		} catch (error) {
			return this.#refuseNotification(call.method, error)
		}
	}

	#requested(call: JsonRpcCall, id: NonNullable<JsonRpcCall['id']> | null): Reply {
		try {
			const result = this.#run(call)
			if (!(result instanceof Promise)) return success(id, result)
			return this.#whileRunning(result).then(
				value => success(id, value),
				error => this.#refuse(call.method, id, error),
			)
		} catch (error) {
			return this.#refuse(call.method, id, error)
		}
	}

	#run(call: JsonRpcCall): unknown {
		const method = this.#methods.get(call.method)
		if (method === undefined) throw this.#unknownMethod(call.method)
		const { immediate, limits } = this.#options
		if (this.#running >= limits.maxPendingRequests && immediate?.has(call.method) !== true)
			throw new TradeError('busy', 'too many calls are running')
		return method(call.params, this.#options.context)
	}

	#unknownMethod(name: string): TradeError {
		const meant = [...this.#methods.keys()].find(each => each.endsWith(`.${name}`))
		const advice = meant === undefined ? '' : `: did you mean '${meant}'?`
		return new TradeError('method_not_found', `there is no method '${name.slice(0, 64)}'${advice}`)
	}

	#whileRunning(result: Promise<unknown>): Promise<unknown> {
		this.#running++
		return result.finally(() => this.#running--)
	}

	#refuse(method: string, id: JsonRpcResponse['id'], error: unknown): JsonRpcResponse {
		if (!(error instanceof TradeError)) this.#options.onInternalError?.(method, error)
		return failure(id, error, method)
	}

	#refuseNotification(method: string, error: unknown): undefined {
		if (!(error instanceof TradeError)) this.#options.onInternalError?.(method, error)
		this.#options.onRefusedNotification?.(method, error)
		return undefined
	}

	#send(message: JsonRpcResponse | readonly JsonRpcResponse[] | undefined): void {
		if (message !== undefined && !this.#closed) this.#options.send(JSON.stringify(message))
	}
}

function notACall(message: unknown): TradeError {
	const expected = 'a JSON-RPC 2.0 object {jsonrpc: "2.0", method, params, id}, with params an object'
	return new TradeError('invalid_request', `expected ${expected}, found ${shown(message)}`)
}

type Reply = JsonRpcResponse | undefined | Promise<JsonRpcResponse | undefined>

function success(id: JsonRpcResponse['id'], result: unknown): JsonRpcResponse {
	return { jsonrpc: '2.0', result: result === undefined ? null : result, id }
}

function failure(id: JsonRpcResponse['id'], error: unknown, method?: string): JsonRpcResponse {
	return { jsonrpc: '2.0', error: toJsonRpcError(error, method === undefined ? {} : { instance: method }), id }
}
