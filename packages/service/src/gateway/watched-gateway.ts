import type { CommittedPage, GatewayClient, LedgerState, SubintentStatus } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { LedgerWatch } from './ledger-watch.ts'
import { RetryAfter } from './retry-after.ts'

type Call = (...args: unknown[]) => unknown

export type WatchedGatewayDeps = {
	readonly metrics: ServiceMetrics
	readonly clock: Pick<Clock, 'nowMs'>
	readonly watch: LedgerWatch
	/** Called when the state of the ledger cannot be read. */
	readonly onUnreadable?: () => void
}

/**
 * The Gateway client with every call timed and counted, none made while the Gateway has asked for no calls, and every answer
 * that names the state of the ledger judged.
 */
export function watchedGateway(gateway: GatewayClient, deps: WatchedGatewayDeps): GatewayClient {
	const retryAfter = new RetryAfter(deps.clock)
	const watched = new Map<PropertyKey, Call>()
	return new Proxy(gateway, {
		get: (target, name) => {
			const known = watched.get(name)
			if (known !== undefined) return known
			const member: unknown = Reflect.get(target, name)
			if (typeof member !== 'function') return member
			const call: Call = async (...args) => {
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
			watched.set(name, call)
			return call
		},
	})
}

/** The state of the ledger that an answer names. */
function ledgerOf(name: PropertyKey, answer: unknown): LedgerState | undefined {
	if (name === 'ledgerState') return answer as LedgerState
	if (name === 'subintentStatus') return (answer as SubintentStatus).ledger
	return name === 'transactionsFrom' ? (answer as CommittedPage).ledger : undefined
}

async function measure(metrics: ServiceMetrics, name: string, call: () => Promise<unknown>): Promise<unknown> {
	const before = performance.now()
	let hasFailed = true
	try {
		const answer = await call()
		hasFailed = false
		return answer
	} finally {
		metrics.called(name, { ms: performance.now() - before, hasFailed })
	}
}
