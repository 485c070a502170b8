import { type GatewayClient, GatewayError } from '@accord/ledger'
import { TradeError } from '@accord/protocol'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'

/** Calls the Gateway. That it is unavailable is an error to retry later, never an outcome. @throws TradeError `ledger_unavailable` */
export async function callGateway<T>(call: () => Promise<T>): Promise<T> {
	try {
		return await call()
	} catch (cause) {
		if (!(cause instanceof GatewayError) || cause.kind !== 'unavailable') throw cause
		throw new TradeError('ledger_unavailable', undefined, { extra: { retry_after_s: 1 }, cause })
	}
}

type Call = (...args: unknown[]) => unknown

/** The Gateway client with every call timed and counted. */
export function measuredGateway(gateway: GatewayClient, metrics: ServiceMetrics): GatewayClient {
	const measured = new Map<PropertyKey, Call>()
	return new Proxy(gateway, {
		get: (target, name) => {
			const known = measured.get(name)
			if (known !== undefined) return known
			const member: unknown = Reflect.get(target, name)
			if (typeof member !== 'function') return member
			const call: Call = async (...args) => measure(metrics, String(name), () => member.apply(target, args))
			measured.set(name, call)
			return call
		},
	})
}

async function measure<T>(metrics: ServiceMetrics, name: string, call: () => Promise<T>): Promise<T> {
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
