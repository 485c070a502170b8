import {
	type AccountLevel,
	type ApiKey,
	type AuditPage,
	apiKeyWire,
	auditPageWire,
	type DoctorCheck,
	doctorWire,
	fromProblem,
	type IssuedApiKey,
	type IssuedOperatorKey,
	issuedApiKeyWire,
	issuedOperatorKeyWire,
	type ListedOrderPage,
	type LogIncarnation,
	logIncarnationWire,
	type Maker,
	makersWire,
	makerWire,
	type OperatorKey,
	type OperatorOrder,
	type OperatorRole,
	OrderTrace,
	type Overview,
	operatorKeysWire,
	operatorKeyWire,
	operatorLevelWire,
	operatorOrdersWire,
	operatorOrderWire,
	overviewWire,
	parseApiKey,
	parseAuditPage,
	parseDoctor,
	parseIssuedApiKey,
	parseIssuedOperatorKey,
	parseLogIncarnation,
	parseMaker,
	parseMakers,
	parseOperatorKey,
	parseOperatorKeys,
	parseOperatorOrder,
	parseOperatorOrders,
	parseOverview,
	parseReconciliation,
	parseRotatedApiKey,
	problemWire,
	type ReconciledDay,
	type ReconciliationRequestedWire,
	type RotatedApiKey,
	reconciliationRequestedWire,
	reconciliationWire,
	rotatedApiKeyWire,
	type TradeError,
} from '@accord/protocol'
import { UnreachableError } from '../errors.ts'

/** Which orders to list, newest first. */
export type OrdersQuery = {
	readonly state?: string
	readonly account?: string
	readonly limit?: number
	readonly before?: string
}

/**
 * The operator API of a running service, one method per operation. Refusals by the service throw a {@link TradeError},
 * and anything but a valid answer an {@link UnreachableError}.
 */
export class OperatorClient {
	readonly url: string
	readonly #key: string

	constructor({ url, key }: { url: string; key: string }) {
		this.url = url
		this.#key = key
	}

	overview(): Promise<Overview> {
		return this.call({ method: 'GET', path: '/operator/overview', schema: overviewWire, parse: parseOverview })
	}

	doctor(): Promise<DoctorCheck[]> {
		return this.call({ method: 'GET', path: '/operator/doctor', schema: doctorWire, parse: parseDoctor })
	}

	makers(): Promise<Maker[]> {
		return this.call({ method: 'GET', path: '/operator/makers', schema: makersWire, parse: parseMakers })
	}

	createMaker(body: { name: string; accounts: readonly string[]; level?: number }): Promise<Maker> {
		return this.#changeMaker('/operator/makers', body)
	}

	addAccounts(makerId: string, accounts: readonly string[]): Promise<Maker> {
		return this.#changeMaker(`${makerPath(makerId)}/accounts`, { accounts })
	}

	pause(makerId: string, reason?: string): Promise<Maker> {
		return this.#changeMaker(`${makerPath(makerId)}/pause`, { reason })
	}

	resume(makerId: string): Promise<Maker> {
		return this.#changeMaker(`${makerPath(makerId)}/resume`, {})
	}

	level(address: string): Promise<AccountLevel> {
		return this.call({ method: 'GET', path: levelPath(address), schema: operatorLevelWire, parse: unchanged })
	}

	setLevel({ address, level }: AccountLevel): Promise<AccountLevel> {
		const path = levelPath(address)
		return this.call({ method: 'PUT', path, schema: operatorLevelWire, parse: unchanged, body: { level } })
	}

	issueKey(makerId: string, label?: string): Promise<IssuedApiKey> {
		const path = `${makerPath(makerId)}/keys`
		return this.call({ method: 'POST', path, schema: issuedApiKeyWire, parse: parseIssuedApiKey, body: { label } })
	}

	rotateKey(keyId: string, { overlapS, label }: { overlapS?: number; label?: string }): Promise<RotatedApiKey> {
		const path = `${keyPath(keyId)}/rotate`
		const body = { overlap_s: overlapS, label }
		return this.call({ method: 'POST', path, schema: rotatedApiKeyWire, parse: parseRotatedApiKey, body })
	}

	revokeKey(keyId: string): Promise<ApiKey> {
		return this.call({ method: 'DELETE', path: keyPath(keyId), schema: apiKeyWire, parse: parseApiKey })
	}

	operatorKeys(): Promise<OperatorKey[]> {
		return this.call({ method: 'GET', path: operatorKeysPath, schema: operatorKeysWire, parse: parseOperatorKeys })
	}

	issueOperatorKey(body: { name: string; role: OperatorRole }): Promise<IssuedOperatorKey> {
		const schema = issuedOperatorKeyWire
		return this.call({ method: 'POST', path: operatorKeysPath, schema, parse: parseIssuedOperatorKey, body })
	}

	revokeOperatorKey(keyId: string): Promise<OperatorKey> {
		const path = `${operatorKeysPath}/${encodeURIComponent(keyId)}`
		return this.call({ method: 'DELETE', path, schema: operatorKeyWire, parse: parseOperatorKey })
	}

	auditLog({ after, limit }: { after: number; limit: number }): Promise<AuditPage> {
		const path = `/operator/audit?after=${after}&limit=${limit}`
		return this.call({ method: 'GET', path, schema: auditPageWire, parse: parseAuditPage })
	}

	orders(query: OrdersQuery = {}): Promise<ListedOrderPage> {
		const given = Object.entries(query).map(([name, value]) => [name, String(value)])
		const path = `/operator/orders?${new URLSearchParams(Object.fromEntries(given))}`
		return this.call({ method: 'GET', path, schema: operatorOrdersWire, parse: parseOperatorOrders })
	}

	order(subintentId: string): Promise<OperatorOrder> {
		const path = orderPath(subintentId)
		return this.call({ method: 'GET', path, schema: operatorOrderWire, parse: parseOperatorOrder })
	}

	trace(subintentId: string): Promise<OrderTrace> {
		const path = `${orderPath(subintentId)}/trace`
		return this.call({ method: 'GET', path, schema: OrderTrace, parse: unchanged })
	}

	reconciliation(days: number): Promise<ReconciledDay[]> {
		const path = `/operator/reconciliation?days=${days}`
		return this.call({ method: 'GET', path, schema: reconciliationWire, parse: parseReconciliation })
	}

	/** Returns when it was requested, by the service's clock. */
	reconcileDay(day: string): Promise<number> {
		const path = '/operator/reconciliation'
		const parse = (wire: ReconciliationRequestedWire) => wire.requested_at_ms
		return this.call({ method: 'POST', path, schema: reconciliationRequestedWire, parse, body: { day } })
	}

	declareRestored(): Promise<LogIncarnation> {
		const path = '/operator/database/restored'
		return this.call({ method: 'POST', path, schema: logIncarnationWire, parse: parseLogIncarnation, body: {} })
	}

	#changeMaker(path: string, body: unknown): Promise<Maker> {
		return this.call({ method: 'POST', path, schema: makerWire, parse: parseMaker, body })
	}

	/** Calls an operation. */
	async call<Wire, Value>({ method, path, schema, parse, body }: Call<Wire, Value>): Promise<Value> {
		const { isOk, status, message } = await this.#exchange(method, path, body)
		if (!isOk) throw refusal(message, { status, url: this.url })
		try {
			return parse(schema.parse(message))
		} catch (cause) {
			const what = `${method} ${this.url}${path}: unexpected answer; is the service of another version?`
			throw new UnreachableError(what, { cause })
		}
	}

	async #exchange(method: string, path: string, body: unknown) {
		try {
			const response = await fetch(this.url + path, {
				method,
				signal: AbortSignal.timeout(timeoutMs),
				headers: {
					accept: 'application/json, application/problem+json',
					authorization: `Bearer ${this.#key}`,
					...(body !== undefined && { 'content-type': 'application/json' }),
				},
				...(body !== undefined && { body: JSON.stringify(body) }),
			})
			const { status, ok: isOk } = response
			return { status, isOk, message: parseJson(await response.text()) }
		} catch (cause) {
			throw new UnreachableError(`no answer from ${this.url}: ${reasonOf(cause)}`, { cause })
		}
	}
}

/** A request, and how to read its answer. */
export type Call<Wire, Value> = {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
	readonly path: string
	readonly schema: { parse(message: unknown): Wire }
	readonly parse: (wire: Wire) => Value
	readonly body?: unknown
}

const timeoutMs = 20_000
const operatorKeysPath = '/operator/operator-keys'

function unchanged<T>(value: T): T {
	return value
}

function refusal(message: unknown, { status, url }: { status: number; url: string }): TradeError | UnreachableError {
	const problem = problemWire.safeParse(message)
	if (problem.success) return fromProblem(problem.data)
	return new UnreachableError(`${url} answered ${status}, but not as an operator API`)
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** Why a request failed: fetch itself reports only that it did; the reason is its cause. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	if (error.name === 'TimeoutError') return `timed out after ${timeoutMs / 1000} s`
	const { cause } = error
	return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}

function makerPath(makerId: string): string {
	return `/operator/makers/${encodeURIComponent(makerId)}`
}

function keyPath(keyId: string): string {
	return `/operator/keys/${encodeURIComponent(keyId)}`
}

function levelPath(address: string): string {
	return `/operator/accounts/${encodeURIComponent(address)}/level`
}

function orderPath(subintentId: string): string {
	return `/operator/orders/${encodeURIComponent(subintentId)}`
}
