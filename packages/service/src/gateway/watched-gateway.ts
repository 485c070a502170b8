import { type CommittedPage, GatewayClient, GatewayError, type LedgerState, type SubintentStatus } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { counter, histogram, type Metrics } from '../metrics/metrics.ts'
import type { LedgerWatch } from './ledger-watch.ts'

const callNames = Object.getOwnPropertyNames(GatewayClient.prototype).filter(name => name !== 'constructor')
const callSeconds = histogram('accord_gateway_call_seconds', 'Calls of the Gateway', 'call')
const callFailures = counter('accord_gateway_failures_total', 'Calls of the Gateway that failed', ['call'], callNames)

type Call = (...args: unknown[]) => unknown

export type WatchedGatewayDeps = {
	readonly metrics: Pick<Metrics, 'count' | 'observe'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly watch: LedgerWatch
	/** Absent if no decision about funds depends on its answers. */
	readonly settledVersion?: SettledVersion
	/** Called when the state of the ledger cannot be read. */
	readonly onUnreadable?: () => void
}

/**
 * The Gateway client. Every call is timed and counted, no call is made while the Gateway has asked for a pause, and
 * every answer that names the ledger's state is checked.
 */
export function watchedGateway(gateway: GatewayClient, deps: WatchedGatewayDeps): GatewayClient {
	const retryAfter = new RetryAfter(deps.clock)
	const watched = new Map<PropertyKey, Call>()
	const balances = new SharedCalls<unknown>()
	return new Proxy(gateway, {
		get: (target, name) => {
			const known = watched.get(name)
			if (known !== undefined) return known
			const member: unknown = Reflect.get(target, name)
			if (typeof member !== 'function') return member
			const askOnce = async (...args: unknown[]) => {
				retryAfter.requirePassed()
				const asked = deps.watch.asked()
				const answer = await measure(deps.metrics, String(name), () => member.apply(target, args)).catch(error => {
					if (name === 'ledgerState') deps.onUnreadable?.()
					throw retryAfter.note(error)
				})
				if (name === 'network') deps.watch.noteNetwork(answer as Awaited<ReturnType<GatewayClient['network']>>)
				const ledger = ledgerOf(name, answer)
				if (ledger !== undefined) deps.watch.judge(String(name), ledger, asked)
				return answer
			}
			const { settledVersion } = deps
			const ask: Call =
				settledVersion !== undefined && showsFunds.has(name)
					? (...args) => settledVersion.reached(async () => (await askOnce(...args)) as { stateVersion: number })
					: askOnce
			// Many fills are paid from a single account.
			const call: Call = name === 'balance' ? (...args) => balances.call(args.join(' '), async () => ask(...args)) : ask
			watched.set(name, call)
			return call
		},
	})
}

/** Calls whose answers determine what an account can pay. */
const showsFunds = new Set<PropertyKey>(['balance', 'preview'])

/** The ledger state named in an answer. */
function ledgerOf(name: PropertyKey, answer: unknown): LedgerState | undefined {
	if (name === 'ledgerState') return answer as LedgerState
	if (name === 'subintentStatus') return (answer as SubintentStatus).ledger
	return name === 'transactionsFrom' ? (answer as CommittedPage).ledger : undefined
}

async function measure(
	metrics: WatchedGatewayDeps['metrics'],
	name: string,
	call: () => Promise<unknown>,
): Promise<unknown> {
	const before = performance.now()
	let hasFailed = true
	try {
		const answer = await call()
		hasFailed = false
		return answer
	} finally {
		metrics.observe(callSeconds, name, performance.now() - before)
		if (hasFailed) metrics.count(callFailures, name)
	}
}

/** Used if there is no Retry-After. */
const shortestMs = 1_000
/** A Gateway that asks for a longer wait is called again after this long. */
const longestMs = 300_000

/** Keeps the service from calling a Gateway that has asked it to wait, with status 429 or a Retry-After. */
export class RetryAfter {
	readonly #clock: Pick<Clock, 'nowMs'>
	#untilMs = Number.NEGATIVE_INFINITY

	constructor(clock: Pick<Clock, 'nowMs'>) {
		this.#clock = clock
	}

	/** @throws GatewayError `unavailable`, with the seconds left, while the Gateway must not be called */
	requirePassed(): void {
		if (this.#clock.nowMs() < this.#untilMs) throw this.#error()
	}

	/** Records why a call failed; returns the error for its caller. */
	note(error: unknown): unknown {
		if (!(error instanceof GatewayError) || (error.status !== 429 && error.retryAfter === undefined)) return error
		this.#untilMs = Math.max(this.#untilMs, this.#clock.nowMs() + this.#waitMs(error.retryAfter))
		return this.#error(error)
	}

	/** The header contains seconds or a date. */
	#waitMs(header = ''): number {
		const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - this.#clock.nowMs()
		return Number.isNaN(asked) ? shortestMs : Math.min(Math.max(asked, shortestMs), longestMs)
	}

	#error(cause?: GatewayError): GatewayError {
		const leftS = Math.max(1, Math.ceil((this.#untilMs - this.#clock.nowMs()) / 1000))
		const message = `the Gateway asked for no calls for ${leftS} s`
		return new GatewayError('unavailable', message, { retryAfter: String(leftS), cause })
	}
}

const triesMax = 4
const betweenTriesMs = 100

/**
 * The state version of the last settlement that the service knows. A replica that has not reached it still shows spent
 * funds, so its answers are not used.
 */
export class SettledVersion {
	#version = 0

	/** Records the state version of a settlement, before the settlement is written. */
	note(stateVersion: number): void {
		this.#version = Math.max(this.#version, stateVersion)
	}

	/**
	 * Repeats a request for a while until the answer includes every settlement.
	 * @throws GatewayError `unavailable` if none does
	 */
	async reached<Answer extends { readonly stateVersion: number }>(ask: () => Promise<Answer>): Promise<Answer> {
		for (let tries = 1; ; tries++) {
			const answer = await ask()
			if (answer.stateVersion >= this.#version) return answer
			if (tries === triesMax) {
				const detail = `the Gateway lags behind: it answered for state version ${answer.stateVersion}, not yet for ${this.#version}`
				throw new GatewayError('unavailable', detail)
			}
			await new Promise(resolve => setTimeout(resolve, betweenTriesMs))
		}
	}
}

type Reading<Answer> = { readonly answer: Promise<Answer>; next: Promise<Answer> | undefined }

/**
 * Makes one call for everyone who wants the same answer. A request that arrives during a call waits for the next one,
 * together with others like it, so each gets an answer to a call made after its request.
 */
export class SharedCalls<Answer> {
	readonly #reading = new Map<string, Reading<Answer>>()

	/** Makes a call, or shares the next call that has this key. */
	call(key: string, call: () => Promise<Answer>): Promise<Answer> {
		const reading = this.#reading.get(key)
		if (reading === undefined) return this.#begin(key, call)
		reading.next ??= reading.answer.then(
			() => this.#begin(key, call),
			() => this.#begin(key, call),
		)
		return reading.next
	}

	#begin(key: string, call: () => Promise<Answer>): Promise<Answer> {
		const reading: Reading<Answer> = { answer: call(), next: undefined }
		this.#reading.set(key, reading)
		const end = () => {
			if (reading.next === undefined) this.#reading.delete(key)
		}
		reading.answer.then(end, end)
		return reading.answer
	}
}
