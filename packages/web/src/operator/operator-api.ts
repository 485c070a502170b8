import {
	Doctor,
	type DoctorCheck,
	fromProblem,
	ListedOrderPage,
	type Maker,
	Makers,
	OperatorHistory,
	type OperatorKey,
	OperatorKeys,
	OrderTrace,
	Overview,
	problemWire,
} from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'
import type { WantedOrders } from './wanted-orders.ts'

/** The data at a path, and how to read it. */
type Reading<Value> = { readonly path: string; readonly message: { parse(answer: unknown): Value } }

/** The doctor waits 10 s for each of its checks. */
const timeoutMs = 20_000

/**
 * What an operator's key may read, on the page's own port. No method changes anything. Every method throws a TradeError
 * with the service's reason, or a ConnectionError if there is no valid answer.
 */
export class OperatorApi {
	readonly #key: string

	constructor(key: string) {
		this.#key = key
	}

	overview(): Promise<Overview> {
		return this.#read({ path: '/operator/overview', message: Overview })
	}

	doctor(): Promise<readonly DoctorCheck[]> {
		return this.#read({ path: '/operator/doctor', message: Doctor })
	}

	makers(): Promise<readonly Maker[]> {
		return this.#read({ path: '/operator/makers', message: Makers })
	}

	history(): Promise<OperatorHistory> {
		return this.#read({ path: '/operator/history', message: OperatorHistory })
	}

	orders(wanted: WantedOrders): Promise<ListedOrderPage> {
		return this.#read({ path: `/operator/orders?${new URLSearchParams(wanted)}`, message: ListedOrderPage })
	}

	orderTrace(subintentId: string): Promise<OrderTrace> {
		return this.#read({ path: `/operator/orders/${encodeURIComponent(subintentId)}/trace`, message: OrderTrace })
	}

	/** Requires the role `admin`. */
	operatorKeys(): Promise<readonly OperatorKey[]> {
		return this.#read({ path: '/operator/operator-keys', message: OperatorKeys })
	}

	async #read<Value>({ path, message }: Reading<Value>): Promise<Value> {
		const { isOk, status, answer } = await this.#get(path)
		if (!isOk) {
			const problem = problemWire.safeParse(answer)
			throw problem.success ? fromProblem(problem.data) : new ConnectionError(`GET ${path} was answered ${status}`)
		}
		try {
			return message.parse(answer)
		} catch (cause) {
			throw new ConnectionError(`GET ${path}: unexpected answer`, { cause })
		}
	}

	async #get(path: string) {
		try {
			const response = await fetch(path, {
				headers: { accept: 'application/json, application/problem+json', authorization: `Bearer ${this.#key}` },
				signal: AbortSignal.timeout(timeoutMs),
				cache: 'no-store',
			})
			const { ok: isOk, status } = response
			return { isOk, status, answer: readJson(await response.text()) }
		} catch (cause) {
			throw new ConnectionError(`GET ${path}: no answer`, { cause })
		}
	}
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
