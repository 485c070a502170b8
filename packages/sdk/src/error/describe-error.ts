import { type ErrorCode, errorTable, TradeError } from '@accord/protocol'
import { ConnectionError } from '../transport/connection-error.ts'

/** An error described for traders: what happened in a sentence, and what to do about it, if known. */
export type Described = { readonly reason: string; readonly advice?: string }

/** Advice about errors that users of a page run into. */
const advice: Partial<Record<ErrorCode, string>> = {
	no_liquidity: 'Try another amount, or get a new quote.',
	exposure_limit: 'Try again in a few seconds, once earlier trades have settled.',
	insufficient_funds: 'Enter a smaller amount, or choose another account.',
	too_many_open_orders: 'Wait until one of your open orders has ended.',
	invalid_expiry:
		'The order was signed too early or too late. Get a new quote and sign again; check the clock of the device that signs.',
	subintent_in_use: 'This order has been sent before. Get a new quote and sign again.',
	rate_limited: 'Wait a moment, then try again.',
	busy: 'The service is busy. Try again in a moment.',
	orders_paused: 'No new orders are taken right now. Try again in a few seconds.',
	ledger_unavailable: 'The ledger is unreachable right now. Nothing was traded; try again in a moment.',
	database_unavailable: 'Try again in a moment.',
	shutting_down: 'The service is restarting. Try again in a moment.',
	unknown_order: 'Check the id. The service may also have been reset since.',
}

/** Describes any thrown value for display on a page; unknown errors keep their own message. */
export function describeError(error: unknown): Described {
	if (typeof error === 'string') return { reason: error }
	if (error instanceof TradeError) {
		const help = isAboutRequest(error) ? undefined : advice[error.code]
		const reason = sentence(error.message || errorTable[error.code].title)
		return help === undefined ? { reason } : { reason, advice: help }
	}
	if (error instanceof ConnectionError || isNetworkError(error))
		return {
			reason: 'The service did not respond.',
			advice: 'Check that you are online, then try again.',
		}
	return { reason: error instanceof Error ? sentence(error.message) : 'Something unexpected happened.' }
}

/** Whether the request itself asked for what is refused, so that no device's clock is to blame. */
function isAboutRequest({ errors }: TradeError): boolean {
	return errors.some(({ pointer }) => pointer === '/expires_in_seconds')
}

/** When a request fails, browsers and Node throw only a TypeError, each with its own wording. */
const failedRequest =
	/^(failed to fetch|fetch failed|load failed|network ?error\b|network request failed|the network connection was lost)/i

function isNetworkError(error: unknown): boolean {
	return error instanceof TypeError && failedRequest.test(error.message)
}

/** A token's symbol or an id at the beginning, such as xUSDC, keeps its letters. */
const word = /^[a-z]+(?=[\s,.:;!?’']|$)/

function sentence(text: string): string {
	const trimmed = text.trim()
	const capital = trimmed.replace(word, found => found.charAt(0).toUpperCase() + found.slice(1))
	return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
