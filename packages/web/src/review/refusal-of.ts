import { type CheckedOrder, Decimal, isErrorCode, type OrderViolation, TradeError } from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'
import { PageError } from '../sign/page-error.ts'

/** Why an order cannot be sent, for the user about to sign it. */
export type Refusal = {
	readonly words: string
	/** What the account can spend instead, fees included. */
	readonly spendable?: Decimal
}

/** Why the service would refuse the order, apart from its missing signature; undefined if it would accept it. */
export function refusalOf({ violations }: Pick<CheckedOrder, 'violations'>, total: Decimal): Refusal | undefined {
	const violation = violations.find(({ rule }) => rule !== 'not_signed')
	if (violation === undefined) return undefined
	const words = wordsOf(violation.rule)
	const spendable = violation.rule === 'insufficient_funds' ? spendableOf(violation, total) : undefined
	return spendable === undefined ? { words } : { words, spendable }
}

/** Describes what went wrong in the page's words: those of services, wallets and browsers are not meant for traders. */
export function inWords(error: unknown): string {
	if (error instanceof PageError) return error.message
	if (error instanceof TradeError) return wordsOf(error.code)
	if (error instanceof ConnectionError) return 'The service did not respond. Check that you are online, then try again.'
	return 'Something went wrong before the order was sent. Nothing was traded.'
}

/** The same for a signed order; by then the review shows a newer quote. */
export function signedInWords(error: unknown): string {
	const isLate = error instanceof TradeError && error.code === 'no_liquidity'
	return isLate
		? 'Your signed order came too late: makers no longer offer this price. Nothing was traded.'
		: inWords(error)
}

/** A smaller amount than that of a signed order which the account cannot pay; undefined for any other refusal. */
export function unpaidOf(error: unknown, total: Decimal): Refusal | undefined {
	if (!(error instanceof TradeError) || error.code !== 'insufficient_funds') return undefined
	return refusalOf({ violations: error.errors.map(item => ({ ...item, rule: error.code })) }, total)
}

/** The service says how much the account lacks, its open orders included. */
function spendableOf({ missing_amount: missing }: OrderViolation, total: Decimal): Decimal | undefined {
	const shortfall = Decimal.tryParse(missing?.amount)
	return shortfall === undefined ? undefined : Decimal.max(Decimal.zero, Decimal.subtract(total, shortfall))
}

function wordsOf(code: string): string {
	const known = isErrorCode(code) ? words[code] : undefined
	return (
		known ??
		`The service does not accept this order (${code.replaceAll('_', ' ')}). Nothing was traded. Go back and try again.`
	)
}

const words: Partial<Record<string, string>> = {
	insufficient_funds: 'The account cannot pay for this in addition to its open orders.',
	no_liquidity: 'The price has moved: makers no longer offer it. Nothing was traded.',
	exposure_limit:
		'Makers have reached their limits for open orders. Try again in a few seconds, or with a smaller amount.',
	self_trade: 'Only your own account offers this price. Nobody trades with themselves.',
	invalid_amount: 'This amount is too small to be traded at the current price. Go back and enter more.',
	too_many_open_orders: 'This account has too many open orders. Wait until one of them has ended.',
	account_paused: 'This account is paused, because it could not pay for earlier orders. Try again later.',
	package_paused: 'Orders that begin with the same code have failed. Try again later.',
	not_account_owner: 'The key that signs does not own this account. Choose another account.',
	invalid_expiry: 'The order was signed too early or too late. Sign a new quote.',
	subintent_in_use: 'This order has been sent before. Look for it in your history, or sign a new quote.',
	already_committed: 'This order has already been executed. Look for it in your history.',
	execution_cost_too_high: 'The ledger would charge more for this order than its fee covers. Nothing was traded.',
	execution_units_too_high: 'This order is too large for one ledger transaction. Nothing was traded.',
	too_many_events: 'This order does too much for one ledger transaction. Nothing was traded.',
	preview_failed: 'The ledger would reject this order as it is. Nothing was traded.',
	rate_limited: 'Too many requests were made from here. Wait a moment, then try again.',
	busy: 'The service is busy. Try again in a moment.',
	orders_paused: 'No new orders are taken right now. Try again in a few seconds.',
	ledger_unavailable: 'The ledger is unreachable right now. Nothing was traded; try again in a moment.',
	database_unavailable: 'The service cannot store orders right now. Try again in a moment.',
	shutting_down: 'The service is restarting. Try again in a moment.',
	internal: 'The service failed to answer. Try again in a moment.',
}
