import {
	type DoctorCheck,
	doctorWire,
	fromProblem,
	type Maker,
	makersWire,
	type OperatorKey,
	type Overview,
	operatorKeysWire,
	overviewWire,
	parseDoctor,
	parseMakers,
	parseOperatorKeys,
	parseOverview,
	problemWire,
} from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'

/** The data at a path, and how to read it. */
type Reading<Wire, Value> = {
	readonly path: string
	readonly schema: { parse(message: unknown): Wire }
	readonly parse: (wire: Wire) => Value
}

/** The doctor waits 10 s for each of its checks. */
const timeoutMs = 20_000

/**
 * What an operator's key may read, on the page's own port. No method changes anything. All throw a TradeError with the
 * service's reason, or a ConnectionError if there is no valid answer.
 */
export class OperatorApi {
	readonly #key: string

	constructor(key: string) {
		this.#key = key
	}

	overview(): Promise<Overview> {
		return this.#read({ path: '/operator/overview', schema: overviewWire, parse: parseOverview })
	}

	doctor(): Promise<DoctorCheck[]> {
		return this.#read({ path: '/operator/doctor', schema: doctorWire, parse: parseDoctor })
	}

	makers(): Promise<Maker[]> {
		return this.#read({ path: '/operator/makers', schema: makersWire, parse: parseMakers })
	}

	/** Needs the role `admin`. */
	operatorKeys(): Promise<OperatorKey[]> {
		return this.#read({ path: '/operator/operator-keys', schema: operatorKeysWire, parse: parseOperatorKeys })
	}

	async #read<Wire, Value>({ path, schema, parse }: Reading<Wire, Value>): Promise<Value> {
		const { isOk, status, message } = await this.#get(path)
		if (!isOk) {
			const problem = problemWire.safeParse(message)
			throw problem.success ? fromProblem(problem.data) : new ConnectionError(`GET ${path} was answered ${status}`)
		}
		try {
			return parse(schema.parse(message))
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
			return { isOk, status, message: readJson(await response.text()) }
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
