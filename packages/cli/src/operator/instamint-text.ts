import { Decimal, durationText, type OperatorInstamint } from '@accord/protocol'
import type { Paint } from '../terminal/paint.ts'
import { formatTable } from '../terminal/table.ts'
import { agoText } from '../terminal/time-text.ts'

type Look = { readonly paint: Paint; readonly nowMs: number }

/** Customers, one per line. */
export function describeInstamintCustomers(instamint: OperatorInstamint, { paint }: Look): string[] {
	const { customers } = instamint
	if (customers.length === 0)
		return [...pauseOf(instamint, paint), 'no customers yet: accord instamint customer ACCOUNT --allowance XRD']
	const columns = [{ number: 'CUSTOMER' }, 'STATE', { number: 'ALLOWANCE' }, { number: 'OWES' }, 'ACCOUNT']
	const rows = customers.map(({ customerId, isPaused, allowanceXrd, loansXrd, account }) => [
		String(customerId),
		isPaused ? paint.yellow('paused') : paint.green('active'),
		`${Decimal.format(allowanceXrd)} XRD`,
		`${Decimal.format(loansXrd)} XRD`,
		account,
	])
	return [...pauseOf(instamint, paint), ...formatTable(columns, rows, paint)]
}

/** Customers' loans, one per line, and where each is repaid. */
export function describeInstamintLoans(instamint: OperatorInstamint, { paint }: Look): string[] {
	const columns = [{ number: 'CUSTOMER' }, { number: 'OWES' }, 'PAYS BACK TO']
	const rows = instamint.customers.flatMap(({ customerId, loans, paybackAddress = 'no payback key' }) =>
		loans.map(({ symbol, amount }) => [String(customerId), `${Decimal.format(amount)} ${symbol}`, paybackAddress]),
	)
	return rows.length === 0 ? ['no one owes anything'] : formatTable(columns, rows, paint)
}

/** Prices, one per line. */
export function describeInstamintPrices(instamint: OperatorInstamint, { paint, nowMs }: Look): string[] {
	const columns = ['TOKEN', { number: 'PRICE' }, 'STATE', 'SET']
	const rows = instamint.tokens.map(({ symbol, priceXrd, pricedAtMs, isEnabled, isStale }) => [
		symbol,
		`${Decimal.format(priceXrd)} XRD`,
		isStale ? paint.red('stale') : isEnabled ? paint.green('fresh') : paint.dim('disabled'),
		agoText(pricedAtMs, nowMs),
	])
	const validity = `prices are valid for ${durationText(instamint.priceValidityS * 1000)}`
	return [...formatTable(columns, rows, paint), validity]
}

function pauseOf({ isPaused }: OperatorInstamint, paint: Paint): string[] {
	return isPaused ? [paint.yellow('all mints are paused: accord instamint resume')] : []
}
