import type { ErrorCode } from '../error/error-table.ts'
import { fromProblem, type JsonRpcError } from '../error/problem.ts'
import { TradeError } from '../error/trade-error.ts'
import type { JsonRpcId, JsonRpcResponse } from './json-rpc-message.ts'

/** Runs `fn` after this many milliseconds unless the returned function is called first. */
export type Schedule = (delayMs: number, fn: () => void) => () => void

export type PendingLimits = { readonly maxPendingRequests: number; readonly requestTimeoutMs: number }

type Waiting = { resolve(result: unknown): void; reject(error: TradeError): void; cancel(): void }

/** Our own requests that are waiting for answers: bounded, each with a time limit. */
export class PendingRequests {
	readonly #waiting = new Map<JsonRpcId, Waiting>()
	readonly #limits: PendingLimits
	readonly #schedule: Schedule | undefined

	constructor(limits: PendingLimits, schedule?: Schedule) {
		this.#limits = limits
		this.#schedule = schedule
	}

	get isFull(): boolean {
		return this.#waiting.size >= this.#limits.maxPendingRequests
	}

	/** The future answer. Rejects with `request_timeout` if none comes in time. */
	wait(id: JsonRpcId): Promise<unknown> {
		return new Promise((resolve, reject) => {
			const cancel = this.#schedule?.(this.#limits.requestTimeoutMs, () => {
				this.#waiting.delete(id)
				reject(new TradeError('request_timeout'))
			})
			this.#waiting.set(id, { resolve, reject, cancel: cancel ?? (() => {}) })
		})
	}

	/** Resolves the request that this answer belongs to; ignores an answer that no request is waiting for. */
	settle(response: JsonRpcResponse): void {
		const waiting = this.#waiting.get(response.id)
		if (waiting === undefined) return
		this.#waiting.delete(response.id)
		waiting.cancel()
		if ('error' in response) waiting.reject(errorOf(response.error))
		else waiting.resolve(response.result)
	}

	/** Rejects all waiting requests. */
	rejectAll(error: TradeError): void {
		for (const { reject, cancel } of this.#waiting.values()) {
			cancel()
			reject(error)
		}
		this.#waiting.clear()
	}
}

function errorOf({ code, message, data }: JsonRpcError): TradeError {
	if (data !== undefined) return fromProblem(data)
	return new TradeError(standardCodes.get(code) ?? 'internal', message, { extra: { json_rpc_code: code } })
}

const standardCodes: ReadonlyMap<number, ErrorCode> = new Map([
	[-32700, 'malformed_json'],
	[-32600, 'invalid_request'],
	[-32601, 'method_not_found'],
	[-32602, 'validation_failed'],
])
