import { ConnectionError, type ErrorCode, errorTable, TradeError } from '@accord/sdk'

/** An error for people: what happened, and what helps. */
export type Described = { readonly reason: string; readonly advice?: string }

/** What to do about the errors that users of the page meet. */
const advice: Partial<Record<ErrorCode, string>> = {
	no_liquidity: 'Try a smaller amount, allow a little more slippage, or try again in a moment.',
	exposure_limit: 'Try again in a few seconds, when earlier trades have settled.',
	insufficient_funds: 'Sell less, or choose another account.',
	too_many_open_orders: 'Wait until one of your open orders has ended.',
	invalid_expiry: 'The order was signed too late or too early. Ask for a fresh quote and sign again.',
	subintent_in_use: 'This order was sent before. Ask for a fresh quote and sign again.',
	rate_limited: 'Wait a moment, then try again.',
	busy: 'The service has a lot to do. Try again in a moment.',
	ledger_unavailable: 'The ledger cannot be reached just now. Nothing was traded; try again in a moment.',
	database_unavailable: 'Try again in a moment.',
	shutting_down: 'The service restarts. Try again in a moment.',
	unknown_order: 'The service does not know this order; it may have been started anew since.',
}

/** Describes any error; what is none of ours keeps its own words. */
export function describeError(error: unknown): Described {
	if (typeof error === 'string') return { reason: error }
	if (error instanceof TradeError) {
		const help = advice[error.code]
		const reason = sentence(error.message || errorTable[error.code].title)
		return help === undefined ? { reason } : { reason, advice: help }
	}
	if (error instanceof ConnectionError || isUnanswered(error))
		return {
			reason: 'The service did not answer.',
			advice: 'Check that it runs and that you are online; the page keeps trying.',
		}
	return { reason: error instanceof Error ? sentence(error.message) : 'Something unexpected happened.' }
}

/** Browsers say no more of a request that nobody answered than that it is a TypeError, each in words of its own. */
function isUnanswered(error: unknown): boolean {
	return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}

function sentence(text: string): string {
	const trimmed = text.trim()
	const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
	return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
