import type { RunningLocalLedger } from '@accord/ledger'
import { Decimal } from '@accord/protocol'

/** An account's balances by symbol, straight from the ledger; a token it never held is 0. */
export type Balances = Record<string, string>

export function balancesOf({ ledger, tokens }: RunningLocalLedger, account: string): Balances {
	const held = new Map(ledger.fungibles(account).items.map(({ resource, amount }) => [resource, amount]))
	return Object.fromEntries(tokens.map(({ symbol, resourceAddress }) => [symbol, held.get(resourceAddress) ?? '0']))
}

/** What changed, by symbol; unchanged tokens are left out. */
export function balanceChanges(before: Balances, after: Balances): Balances {
	const changes = Object.keys(before).map(symbol => [symbol, difference(before[symbol], after[symbol])] as const)
	return Object.fromEntries(changes.filter(([, change]) => change !== '0'))
}

function difference(before = '0', after = '0'): string {
	return Decimal.format(Decimal.subtract(Decimal.parse(after), Decimal.parse(before)))
}
