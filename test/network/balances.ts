import type { RunningLocalLedger } from '@accord/ledger'
import { Decimal } from '@accord/protocol'

/** An account's balances by symbol, straight from the ledger; a token it never held is 0. */
export type Balances = Record<string, string>

/** Everyone's balances, by name. */
export type BalanceSheet = Record<string, Balances>

export function balancesOf({ ledger, tokens }: RunningLocalLedger, account: string): Balances {
	const held = new Map(ledger.fungibles(account).map(({ resource, amount }) => [resource, amount]))
	return Object.fromEntries(tokens.map(({ symbol, resourceAddress }) => [symbol, held.get(resourceAddress) ?? '0']))
}

/** What changed, by symbol; unchanged tokens are left out. */
export function balanceChanges(before: Balances, after: Balances): Balances {
	return sumBySymbol([
		...Object.entries(after),
		...Object.entries(before).map(([symbol, amount]) => [symbol, `-${amount}`] as const),
	])
}

/** What changed, by name; those without a change are left out. */
export function sheetChanges(before: BalanceSheet, after: BalanceSheet): BalanceSheet {
	const changes = Object.keys(after).map(name => [name, balanceChanges(before[name] ?? {}, after[name] ?? {})] as const)
	return Object.fromEntries(changes.filter(([, changed]) => Object.keys(changed).length > 0))
}

/** The contents of a whole sheet, by symbol; zeros are left out. */
export function sheetTotal(sheet: BalanceSheet): Balances {
	return sumBySymbol(Object.values(sheet).flatMap(Object.entries<string>))
}

/** Sums amounts of many symbols; zeros are left out. */
export function sumBySymbol(amounts: readonly (readonly [symbol: string, amount: string])[]): Balances {
	const sums = new Map<string, Decimal>()
	for (const [symbol, amount] of amounts)
		sums.set(symbol, Decimal.add(sums.get(symbol) ?? Decimal.zero, Decimal.parse(amount)))
	const changed = [...sums].filter(([, sum]) => !Decimal.isZero(sum))
	return Object.fromEntries(changed.map(([symbol, sum]) => [symbol, Decimal.format(sum)]))
}
