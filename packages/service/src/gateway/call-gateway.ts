import { GatewayError } from '@accord/ledger'
import { TradeError } from '@accord/protocol'

/** Asks the Gateway something; that it cannot answer now is a refusal to try again later, never an outcome. */
export async function callGateway<T>(question: () => Promise<T>): Promise<T> {
	try {
		return await question()
	} catch (cause) {
		if (!(cause instanceof GatewayError) || cause.kind !== 'unavailable') throw cause
		throw new TradeError('ledger_unavailable', undefined, { extra: { retry_after_s: 1 }, cause })
	}
}
