import { type ErrorCode, type ReadinessCheckWire, readinessCheckWire, readyWire, TradeError } from '@accord/protocol'
import type { TradeApi } from './trade-api.ts'

/** Whether orders should be sent to this service now; `code` is that of the first thing that fails. */
export type Readiness = { isReady: boolean; checks: ReadinessCheckWire[]; code?: ErrorCode }

/** Asks once: that it is not ready is an answer. @throws ConnectionError when nobody answers */
export async function askReadiness(api: TradeApi): Promise<Readiness> {
	try {
		const { checks } = await api.once('GET', '/health/ready', readyWire)
		return { isReady: true, checks }
	} catch (error) {
		if (!(error instanceof TradeError)) throw error
		const checks = readinessCheckWire.array().safeParse(error.extra.checks)
		if (!checks.success) throw error
		return { isReady: false, checks: checks.data, code: error.code }
	}
}
