import {
	type ApiKeyWire,
	apiKeyWire,
	type DoctorWire,
	doctorWire,
	type IssuedApiKeyWire,
	issuedApiKeyWire,
	type MakerWire,
	makersWire,
	makerWire,
	type OperatorLevelWire,
	type OperatorOrdersWire,
	type OperatorOrderWire,
	type OrderTraceWire,
	type OverviewWire,
	operatorLevelWire,
	operatorOrdersWire,
	operatorOrderWire,
	orderTraceWire,
	overviewWire,
	type RotatedApiKeyWire,
	rotatedApiKeyWire,
} from '@accord/protocol'
import { OperatorApi } from './operator-api.ts'

/** Which orders to list, newest first. */
export type OrdersQuery = { state?: string; account?: string; limit?: number; before?: string }

/** The operator API of a running service, one function an operation. Answers are as the wire has them. */
export class OperatorClient {
	readonly url: string
	readonly #api: OperatorApi

	constructor(options: { url: string; key: string }) {
		this.url = options.url
		this.#api = new OperatorApi(options)
	}

	overview(): Promise<OverviewWire> {
		return this.#api.call({ method: 'GET', path: '/operator/overview', schema: overviewWire })
	}

	async makers(): Promise<MakerWire[]> {
		return (await this.#api.call({ method: 'GET', path: '/operator/makers', schema: makersWire })).makers
	}

	createMaker(body: { name: string; accounts: string[]; level?: number }): Promise<MakerWire> {
		return this.#api.call({ method: 'POST', path: '/operator/makers', schema: makerWire, body })
	}

	addAccounts(makerId: string, accounts: string[]): Promise<MakerWire> {
		const path = `${makerPath(makerId)}/accounts`
		return this.#api.call({ method: 'POST', path, schema: makerWire, body: { accounts } })
	}

	pause(makerId: string, reason?: string): Promise<MakerWire> {
		const body = reason === undefined ? {} : { reason }
		return this.#api.call({ method: 'POST', path: `${makerPath(makerId)}/pause`, schema: makerWire, body })
	}

	resume(makerId: string): Promise<MakerWire> {
		return this.#api.call({ method: 'POST', path: `${makerPath(makerId)}/resume`, schema: makerWire, body: {} })
	}

	level(address: string): Promise<OperatorLevelWire> {
		return this.#api.call({ method: 'GET', path: levelPath(address), schema: operatorLevelWire })
	}

	setLevel(address: string, level: number): Promise<OperatorLevelWire> {
		return this.#api.call({ method: 'PUT', path: levelPath(address), schema: operatorLevelWire, body: { level } })
	}

	issueKey(makerId: string, body: { label?: string }): Promise<IssuedApiKeyWire> {
		return this.#api.call({ method: 'POST', path: `${makerPath(makerId)}/keys`, schema: issuedApiKeyWire, body })
	}

	rotateKey(keyId: string, body: { overlap_s?: number; label?: string }): Promise<RotatedApiKeyWire> {
		return this.#api.call({ method: 'POST', path: `${keyPath(keyId)}/rotate`, schema: rotatedApiKeyWire, body })
	}

	revokeKey(keyId: string): Promise<ApiKeyWire> {
		return this.#api.call({ method: 'DELETE', path: keyPath(keyId), schema: apiKeyWire })
	}

	orders(query: OrdersQuery = {}): Promise<OperatorOrdersWire> {
		const given = Object.entries(query).map(([name, value]) => [name, String(value)])
		const path = `/operator/orders?${new URLSearchParams(Object.fromEntries(given))}`
		return this.#api.call({ method: 'GET', path, schema: operatorOrdersWire })
	}

	order(subintentId: string): Promise<OperatorOrderWire> {
		return this.#api.call({ method: 'GET', path: orderPath(subintentId), schema: operatorOrderWire })
	}

	trace(subintentId: string): Promise<OrderTraceWire> {
		return this.#api.call({ method: 'GET', path: `${orderPath(subintentId)}/trace`, schema: orderTraceWire })
	}

	doctor(): Promise<DoctorWire> {
		return this.#api.call({ method: 'GET', path: '/operator/doctor', schema: doctorWire })
	}
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
