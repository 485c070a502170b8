import { Decimal, type Fee, type LimitOrder, quoteFee, totalWithdrawn } from '@accord/protocol'
import { type BalanceSheet, sumBySymbol } from './balances.ts'
import type { Participant } from './participant.ts'
import type { TestNetwork } from './test-network.ts'
import type { RootRecord } from './test-solver.ts'

/** An item of a root: its owner, its terms, and what the service's outer returns to it. */
export type SettledItem = { owner: string; order: LimitOrder; fee: Fee; rebate: Decimal }

/** Owner −(sell + fees − rebate) + buy; service + platform fees; solver + the rest of the settlement fees − network fee. */
export function expectedChanges(items: readonly SettledItem[], { feeXrd }: RootRecord): BalanceSheet {
	const moves = items.flatMap(({ owner, order: { sell, buy }, fee, rebate }) => [
		{ name: owner, symbol: sell.symbol, amount: Decimal.subtract(rebate, totalWithdrawn(sell, fee)) },
		{ name: owner, symbol: buy.symbol, amount: buy.amount },
		{ name: 'service', symbol: fee.symbol, amount: fee.platformAmount },
		{ name: 'solver-1', symbol: fee.symbol, amount: Decimal.subtract(fee.settlementAmount, rebate) },
	])
	moves.push({ name: 'solver-1', symbol: 'XRD', amount: Decimal.negate(Decimal.parse(feeXrd.total)) })
	const names = new Set(moves.map(({ name }) => name))
	const changesOf = (wanted: string) =>
		moves.filter(({ name }) => name === wanted).map(({ symbol, amount }) => [symbol, Decimal.format(amount)] as const)
	const sheet = [...names].map(name => [name, sumBySymbol(changesOf(name))] as const)
	return Object.fromEntries(sheet.filter(([, changes]) => Object.keys(changes).length > 0))
}

/** A maker's fee computed from the public fee table, as anyone would. */
export async function makerFee(
	{ dex, feeInfo, tokens }: TestNetwork,
	{ account }: Pick<Participant, 'account'>,
	{ sell }: LimitOrder,
): Promise<Fee> {
	const level = await dex.accountLevel(account)
	const divisibility = tokens.get(sell.symbol)?.divisibility ?? 0
	return quoteFee({ feeInfo, level, role: 'maker', sell, divisibility })
}
