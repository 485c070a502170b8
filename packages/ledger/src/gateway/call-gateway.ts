import { TradeError } from '@accord/protocol'
import { GatewayError } from './gateway-error.ts'

/**
 * Calls the Gateway. Its unavailability is an error to retry later, never an outcome. @throws TradeError
 * `ledger_unavailable`
 */
export async function callGateway<T>(call: () => Promise<T>): Promise<T> {
	try {
		return await call()
	} catch (cause) {
		if (!(cause instanceof GatewayError) || cause.kind !== 'unavailable') throw cause
		const extra = { retry_after_s: Number(cause.retryAfter ?? 1) }
		throw new TradeError('ledger_unavailable', shownProblem(cause), { extra, cause })
	}
}

/** Describes the Gateway's failure in our words: its own message, which comes with a status, is never shown. */
export function shownProblem(error: unknown): string | undefined {
	const cause = error instanceof TradeError ? error.cause : error
	return cause instanceof GatewayError && cause.status === undefined ? cause.message : undefined
}
