import { type CommittedPage, GatewayClient, type LedgerState, type SubintentStatus } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { counter, histogram, type Metrics } from '../metrics/metrics.ts'
import { SharedCalls } from '../queues/shared-calls.ts'
import type { LedgerWatch } from './ledger-watch.ts'
import { RetryAfter } from './retry-after.ts'
import type { SettledVersion } from './settled-version.ts'

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
