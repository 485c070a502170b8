import { Decimal, type ReconciliationDifference } from '@accord/protocol'
import type { SettledItem } from './settled-items.ts'

/** The transfers of a committed transaction, and the payer of its fee. */
export type TransactionChanges = {
	readonly transactionId: string
	/** Excludes the transaction's own fee. */
	readonly changes: readonly { readonly entity: string; readonly resource: string; readonly change: string }[]
	readonly feePayers: ReadonlySet<string>
}

type Rules = {
	/** The account that gets an item's platform fee. */
	readonly feeAccountOf: (item: SettledItem) => string
	/** Undefined for a token that is no longer traded. */
	readonly resourceOf: (symbol: string) => string | undefined
}

/**
 * Finds where the database's record of a transaction's settled items disagrees with its balance changes on the ledger.
 * Exactly the platform fees, less the integrators' shares, must have arrived in the platform's accounts, and exactly the
 * shares in theirs. Each item's account must have lost exactly the amount sold, plus the fees and less the rebate and the
 * surplus, and received at least what it bought. An account that refuses deposits gets no surplus.
 *
 * Accounts that may have changed for other reasons are left out: those of items with a prefix, and that of the payer of
 * the transaction's fee. So are tokens that are no longer traded.
 */
export function compareTransaction(
	items: readonly SettledItem[],
	ledger: TransactionChanges,
	{ feeAccountOf, resourceOf }: Rules,
): ReconciliationDifference[] {
	const { transactionId } = ledger
	const differences: ReconciliationDifference[] = []
	const isTraded = (symbol: string) => resourceOf(symbol) !== undefined
	const found = (account: string, symbol: string) => changeOf(ledger, account, resourceOf(symbol))
	const feeAccounts = new Set(items.map(feeAccountOf))
	for (const account of feeAccounts) {
		if (isOther(account, items, ledger)) continue
		const paying = items.filter(item => feeAccountOf(item) === account)
		for (const symbol of new Set(items.map(item => item.sellSymbol).filter(isTraded))) {
			const fees = Decimal.add(keptOf(paying, symbol), sharesOf(items, { account, symbol }))
			const came = found(account, symbol)
			if (Decimal.compare(fees, came) === 0) continue
			differences.push({ kind: 'platform_fee', transactionId, detail: said(symbol, { expected: fees, found: came }) })
		}
	}
	const itemAccounts = new Set(items.map(item => item.account))
	for (const account of new Set(items.flatMap(item => item.share?.account ?? []))) {
		// Shares of an item's own account are part of its item's comparison.
		if (feeAccounts.has(account) || itemAccounts.has(account) || ledger.feePayers.has(account)) continue
		for (const symbol of new Set(items.map(item => item.sellSymbol).filter(isTraded))) {
			const [expected, came] = [sharesOf(items, { account, symbol }), found(account, symbol)]
			if (Decimal.compare(expected, came) === 0) continue
			differences.push({ kind: 'integrator_share', transactionId, detail: said(symbol, { expected, found: came }) })
		}
	}
	for (const account of itemAccounts) {
		const own = items.filter(item => item.account === account)
		if (feeAccounts.has(account) || own.some(item => item.hasPrefix) || ledger.feePayers.has(account)) continue
		for (const symbol of new Set(own.flatMap(item => [item.sellSymbol, item.buySymbol]).filter(isTraded))) {
			const [left, bought] = [leftOf(own, symbol), boughtOf(own, symbol)]
			const shares = sharesOf(items, { account, symbol })
			const expected = Decimal.add(Decimal.subtract(bought, left), shares)
			const moved = found(account, symbol)
			const order = Decimal.compare(moved, expected)
			// An item may receive more of the token it buys than its limit.
			if (order === 0 || (order > 0 && Decimal.isPositive(bought))) continue
			const surplus = Decimal.sum(own.filter(item => item.sellSymbol === symbol).map(item => item.surplusSold))
			if (Decimal.compare(moved, Decimal.add(expected, surplus)) === 0) continue
			const [{ subintentId } = { subintentId: '' }] = own
			differences.push({ kind: 'item', transactionId, subintentId, detail: said(symbol, { expected, found: moved }) })
		}
	}
	return differences
}

/** Whether the account's changes in the transaction have reasons other than platform fees. */
function isOther(account: string, items: readonly SettledItem[], { feePayers }: TransactionChanges): boolean {
	return feePayers.has(account) || items.some(item => item.account === account)
}

/** What stays with the platform of the items' fees. */
function keptOf(items: readonly SettledItem[], symbol: string): Decimal {
	const sold = items.filter(item => item.sellSymbol === symbol)
	const shares = Decimal.sum(sold.flatMap(item => item.share?.amount ?? []))
	return Decimal.subtract(Decimal.sum(sold.map(item => item.platformFee)), shares)
}

/** The shares that the items paid an account. */
function sharesOf(items: readonly SettledItem[], { account, symbol }: { account: string; symbol: string }): Decimal {
	const paying = items.filter(({ share, sellSymbol }) => share?.account === account && sellSymbol === symbol)
	return Decimal.sum(paying.flatMap(({ share }) => share?.amount ?? []))
}

function leftOf(items: readonly SettledItem[], symbol: string): Decimal {
	const sold = items.filter(item => item.sellSymbol === symbol)
	return Decimal.subtract(Decimal.sum(sold.map(item => item.withdrawn)), Decimal.sum(sold.map(item => item.rebate)))
}

function boughtOf(items: readonly SettledItem[], symbol: string): Decimal {
	return Decimal.sum(items.filter(item => item.buySymbol === symbol).map(item => item.buyAmount))
}

function changeOf({ changes }: TransactionChanges, account: string, resource: string | undefined): Decimal {
	const own = changes.filter(({ entity, resource: of }) => entity === account && of === resource)
	return Decimal.sum(own.map(({ change }) => Decimal.parse(change)))
}

function said(symbol: string, { expected, found }: { expected: Decimal; found: Decimal }): string {
	return `${symbol}: ${Decimal.format(expected)} by the database, ${Decimal.format(found)} by the ledger`
}
