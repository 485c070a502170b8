import { type ErrorCode, TradeError } from '@accord/protocol'

/** The component's refusals that have their own error code. */
const codes: readonly ErrorCode[] = ['unknown_customer', 'reference_used', 'more_than_the_loan']

/** The engine's refusal of a transaction as an error: the component's refusals begin with a code and a colon. */
export function refusalOf(message: string): TradeError {
	// It may still be committed if it is rebuilt for the current epoch.
	if (/NoLongerValid|NotYetValid/.test(message))
		return new TradeError(
			'ledger_unavailable',
			'the transaction’s epoch was over before the ledger had it: repeat it',
			{
				extra: { retry_after_s: 1 },
			},
		)
	if (/Unauthorized/.test(message))
		return new TradeError('instamint_refused', `the key is not the component’s operator: ${message.slice(0, shownMax)}`)
	const [, code, said] = /\b([a-z]+(?:_[a-z]+)+): ((?:[^"\\]|\\.)*)/.exec(message) ?? []
	if (code === undefined || said === undefined) return new TradeError('instamint_refused', message.slice(0, shownMax))
	const own = codes.find(each => each === code)
	return own === undefined
		? new TradeError('instamint_refused', `${code}: ${said}`.slice(0, shownMax))
		: new TradeError(own, said.slice(0, shownMax))
}

const shownMax = 500
