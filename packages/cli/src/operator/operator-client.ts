import {
	type AccountLevel,
	ApiKey,
	type AuditArchive,
	AuditPage,
	auditArchiveWire,
	Doctor,
	type DoctorCheck,
	fromProblem,
	IssuedApiKey,
	IssuedOperatorKey,
	ListedOrderPage,
	LogIncarnation,
	Maker,
	Makers,
	OperatorKey,
	OperatorKeys,
	OperatorOrder,
	type OperatorRole,
	OrderTrace,
	Overview,
	operatorLevelWire,
	problemWire,
	type ReconciledDay,
	Reconciliation,
	ReconciliationRequested,
	RotatedApiKey,
	type TradeError,
} from '@accord/protocol'
import { UnreachableError } from '../errors.ts'

/** Which orders to list, newest first. */
export type OrdersQuery = {
	readonly state?: string | undefined
	readonly account?: string | undefined
	readonly subintent?: string | undefined
	readonly transaction_id?: string | undefined
	readonly limit?: number | undefined
	readonly before?: string | undefined
}

/**
 * The operator API of a running service, one method per operation. Refusals by the service throw a {@link TradeError},
 * and anything other than a valid answer throws an {@link UnreachableError}.
 */
export class OperatorClient {
	readonly url: string
	readonly #key: string

	constructor({ url, key }: { url: string; key: string }) {
		this.url = url
		this.#key = key
	}

	overview(): Promise<Overview> {
		return this.call({ method: 'GET', path: '/operator/overview', message: Overview })
	}

	doctor(): Promise<readonly DoctorCheck[]> {
		return this.call({ method: 'GET', path: '/operator/doctor', message: Doctor })
	}

	makers(): Promise<readonly Maker[]> {
		return this.call({ method: 'GET', path: '/operator/makers', message: Makers })
	}

	/** With what the maker itself sees of its results. */
	maker(makerId: string): Promise<Maker> {
		return this.call({ method: 'GET', path: makerPath(makerId), message: Maker })
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
		return this.call({ method: 'GET', path: levelPath(address), message: operatorLevelWire })
	}

	setLevel({ address, level }: AccountLevel): Promise<AccountLevel> {
		const path = levelPath(address)
		return this.call({ method: 'PUT', path, message: operatorLevelWire, body: { level } })
	}

	issueKey(makerId: string, label?: string): Promise<IssuedApiKey> {
		const path = `${makerPath(makerId)}/keys`
		return this.call({ method: 'POST', path, message: IssuedApiKey, body: { label } })
	}

	rotateKey(keyId: string, { overlapS, label }: { overlapS?: number; label?: string }): Promise<RotatedApiKey> {
		const path = `${keyPath(keyId)}/rotate`
		const body = { overlap_s: overlapS, label }
		return this.call({ method: 'POST', path, message: RotatedApiKey, body })
	}

	setKeyAddresses(keyId: string, allowedFrom: readonly string[]): Promise<ApiKey> {
		const path = `${keyPath(keyId)}/allowed-from`
		return this.call({ method: 'PUT', path, message: ApiKey, body: { allowed_from: allowedFrom } })
	}

	revokeKey(keyId: string): Promise<ApiKey> {
		return this.call({ method: 'DELETE', path: keyPath(keyId), message: ApiKey })
	}

	operatorKeys(): Promise<readonly OperatorKey[]> {
		return this.call({ method: 'GET', path: operatorKeysPath, message: OperatorKeys })
	}

	issueOperatorKey(body: { name: string; role: OperatorRole }): Promise<IssuedOperatorKey> {
		return this.call({ method: 'POST', path: operatorKeysPath, message: IssuedOperatorKey, body })
	}

	setOperatorKeyAddresses(keyId: string, allowedFrom: readonly string[]): Promise<OperatorKey> {
		const path = `${operatorKeysPath}/${encodeURIComponent(keyId)}/allowed-from`
		return this.call({ method: 'PUT', path, message: OperatorKey, body: { allowed_from: allowedFrom } })
	}

	revokeOperatorKey(keyId: string): Promise<OperatorKey> {
		const path = `${operatorKeysPath}/${encodeURIComponent(keyId)}`
		return this.call({ method: 'DELETE', path, message: OperatorKey })
	}

	auditLog({ after, limit }: { after: number; limit: number }): Promise<AuditPage> {
		const path = `/operator/audit?after=${after}&limit=${limit}`
		return this.call({ method: 'GET', path, message: AuditPage })
	}

	archiveAuditLog(archive: AuditArchive): Promise<AuditArchive> {
		const path = '/operator/audit/archives'
		return this.call({ method: 'POST', path, message: auditArchiveWire, body: archive })
	}

	orders(query: OrdersQuery = {}): Promise<ListedOrderPage> {
		const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
		const path = `/operator/orders?${new URLSearchParams(Object.fromEntries(given))}`
		return this.call({ method: 'GET', path, message: ListedOrderPage })
	}

	order(subintentId: string): Promise<OperatorOrder> {
		const path = orderPath(subintentId)
		return this.call({ method: 'GET', path, message: OperatorOrder })
	}

	trace(subintentId: string): Promise<OrderTrace> {
		const path = `${orderPath(subintentId)}/trace`
		return this.call({ method: 'GET', path, message: OrderTrace })
	}

	reconciliation(days: number): Promise<readonly ReconciledDay[]> {
		const path = `/operator/reconciliation?days=${days}`
		return this.call({ method: 'GET', path, message: Reconciliation })
	}

	/** When it was requested, by the service's clock. */
	async reconcileDay(day: string): Promise<number> {
		const path = '/operator/reconciliation'
		const requested = await this.call({ method: 'POST', path, message: ReconciliationRequested, body: { day } })
		return requested.requestedAtMs
	}

	declareRestored(): Promise<LogIncarnation> {
		const path = '/operator/database/restored'
		return this.call({ method: 'POST', path, message: LogIncarnation, body: {} })
	}

	#changeMaker(path: string, body: unknown): Promise<Maker> {
		return this.call({ method: 'POST', path, message: Maker, body })
	}

	/** Calls an operation. */
	async call<Value>({ method, path, message, body }: Call<Value>): Promise<Value> {
		const { isOk, status, answer } = await this.#exchange(method, path, body)
		if (!isOk) throw refusal(answer, { status, url: this.url })
		try {
			return message.parse(answer)
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
			return { status, isOk, answer: parseJson(await response.text()) }
		} catch (cause) {
			throw new UnreachableError(`no answer from ${this.url}: ${reasonOf(cause)}`, { cause })
		}
	}
}

/** A request, and how to read its answer. */
export type Call<Value> = {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
	readonly path: string
	readonly message: { parse(answer: unknown): Value }
	readonly body?: unknown
}

const timeoutMs = 20_000
const operatorKeysPath = '/operator/operator-keys'

function refusal(answer: unknown, { status, url }: { status: number; url: string }): TradeError | UnreachableError {
	const problem = problemWire.safeParse(answer)
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

/** Why a request failed: fetch itself only reports that it did; the reason is in the error's cause. */
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
