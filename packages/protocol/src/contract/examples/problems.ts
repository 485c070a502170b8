import type { ErrorItem } from '../../error/error-item.ts'
import type { ErrorCode } from '../../error/error-table.ts'
import { type ProblemWire, toProblem } from '../../error/problem.ts'
import { type ErrorExtra, TradeError, type Violation } from '../../error/trade-error.ts'

/** The incarnation in the examples about numbered logs. */
export const exampleIncarnation = '4f0c9a81b2d3'

const requestId = '0f1c1c8e-6d1f-4b8e-9d5a-2f6f0e0f2a11'

/** An example of a problem document with this code. */
export function problemExample(code: ErrorCode): ProblemWire {
	return toProblem(errorExample(code), { requestId })
}

/** An error with this code, as thrown by the service. */
export function errorExample(code: ErrorCode): TradeError {
	const item = items[code]
	if (item === undefined) return new TradeError(code, undefined, { extra: extras[code] ?? {} })
	const violation: Violation = { code, item }
	return TradeError.fromViolations([violation], extras[code])
}

const missing = { symbol: 'XRD', amount: '35.35' }

const items: Partial<Record<ErrorCode, ErrorItem>> = {
	unknown_field: { pointer: '/slipage', expected: 'one of pair, sell, buy, account, slippage' },
	validation_failed: { pointer: '/pair/base', expected: 'a token symbol, such as "XRD"', found: 'nothing' },
	invalid_decimal: {
		pointer: '/sell/amount',
		expected: 'a decimal in quotes, such as "1.5", with at most 18 decimal places and no exponent',
		found: '"1e3"',
	},
	manifest_schema: { instruction: 3, expected: 'ASSERT_NEXT_CALL_RETURNS_ONLY', found: 'YIELD_TO_PARENT' },
	fee_too_low: { instruction: 5, expected: 'at least 0.1', found: '0.09' },
	withdraw_mismatch: { instruction: 1, expected: '105.35', found: '105' },
	invalid_expiry: { expected: '1790000015 to 1790000060', found: '1790000061' },
	insufficient_funds: {
		expected: 'at least 105.35 XRD in the account for this',
		found: '70 XRD, 35.35 XRD too little',
		missing_amount: missing,
	},
	unknown_pair: { pointer: '/pair', expected: 'XRD/xUSDC', found: 'xUSDC/XRD' },
}

const extras: Partial<Record<ErrorCode, ErrorExtra>> = {
	rate_limited: { retry_after_s: 12 },
	busy: { retry_after_s: 1 },
	orders_paused: { retry_after_s: 5 },
	insufficient_funds: { missing_amount: missing },
	no_liquidity: { largest_amount: { symbol: 'XRD', amount: '32000' } },
	sequence_ahead: { last_sequence_number: 4711 },
	log_restarted: { incarnation: exampleIncarnation, first_sequence_number: 1 },
	sequence_too_old: { first_sequence_number: 1204 },
	order_not_cancellable: { expires_at: 1_790_000_045 },
}

/** The data of the event `closing` of an event stream. */
export const closingExample: ProblemWire = problemExample('shutting_down')
