import { type Amount, Decimal, type Fee, type LimitOrder, type TradeTrace } from '@accord/protocol'
import { capital } from '../format/capital.ts'
import { makerName } from './trace-labels.ts'

/** An amount that a party paid (negative) or received. */
export type Change = { readonly reason: string; readonly symbol: string; readonly amount: Decimal }

/** A party to a trade and its balance changes. */
export type Participant = {
	readonly role: 'user' | 'maker' | 'service' | 'solver'
	readonly name: string
	readonly account?: string
	readonly changes: readonly Change[]
	/** The sum of the changes by token, without zeros. */
	readonly net: readonly Omit<Change, 'reason'>[]
}

/**
 * What each party paid and received in the committed transactions. The solver's changes include everything else that
 * its root settled; those of the others come from this trade alone.
 */
export function balanceChanges(trace: TradeTrace): Participant[] {
	const fills = trace.parts.flatMap(({ maker, fill }) => (fill?.state === 'Settled' ? { maker, ...fill } : []))
	const items = [...(trace.state === 'settled' ? [trace] : []), ...fills]
	return [
		...(trace.state === 'settled'
			? [
					participant({
						role: 'user',
						name: 'User',
						account: trace.account,
						changes: [...itemChanges(trace), ...surplusOf(trace)],
					}),
				]
			: []),
		...[...new Set(fills.map(({ account }) => account))].map(account => {
			const own = fills.filter(fill => fill.account === account)
			const changes = own.flatMap(itemChanges)
			return participant({ role: 'maker', name: capital(makerName(own[0]?.maker)), account, changes })
		}),
		...trace.roots.map(root =>
			participant({
				role: 'solver',
				name: 'Solver',
				...(root.solver === undefined ? {} : { account: root.solver }),
				changes: [
					...root.solverRewards.map(({ symbol, amount }) => change('Reward', symbol, amount)),
					change('Network fee', 'XRD', Decimal.negate(root.feePaidXrd)),
				],
			}),
		),
		...(items.length === 0
			? []
			: [
					participant({
						role: 'service',
						name: 'Service',
						changes: [
							...items.map(({ fee }) => change('Platform fee', fee.symbol, fee.platformAmount)),
							...shareOf(trace).map(({ amount, ...share }) => ({ ...share, amount: Decimal.negate(amount) })),
						],
					}),
				]),
		...shareOf(trace).map(({ account, ...share }) =>
			participant({ role: 'service', name: 'Integrator', account, changes: [share] }),
		),
	]
}

/** What the user got beyond the limit; a maker sells exactly what it signed. */
function surplusOf({ surplus }: TradeTrace): Change[] {
	return surplus === undefined ? [] : [change('Beyond the limit', surplus.symbol, surplus.amount)]
}

/** What a settled order's outer paid the integrator that sent it, out of the platform fee. */
function shareOf({ state, share, fee: { symbol } }: TradeTrace): (Change & { readonly account: string })[] {
	if (share === undefined || Decimal.isZero(share.paid) || state !== 'settled') return []
	return [{ ...change('Integrator’s share', symbol, share.paid), account: share.account }]
}

type SettledItem = {
	readonly limitOrder: LimitOrder
	readonly fee: Fee
	readonly rebate: Amount
}

function itemChanges({ limitOrder: { sell, buy }, fee, rebate }: SettledItem): Change[] {
	return [
		change('Sold', sell.symbol, Decimal.negate(sell.amount)),
		change('Bought', buy.symbol, buy.amount),
		change('Platform fee', fee.symbol, Decimal.negate(fee.platformAmount)),
		change('Settlement fee', fee.symbol, Decimal.negate(fee.settlementAmount)),
		change('Unused network fee', rebate.symbol, rebate.amount),
	]
}

function change(reason: string, symbol: string, amount: Decimal): Change {
	return { reason, symbol, amount }
}

function participant(party: Omit<Participant, 'net'>): Participant {
	const changes = party.changes.filter(({ amount }) => amount !== Decimal.zero)
	const sums = new Map<string, Decimal>()
	for (const { symbol, amount } of changes) sums.set(symbol, Decimal.add(sums.get(symbol) ?? Decimal.zero, amount))
	const net = Array.from(sums, ([symbol, amount]) => ({ symbol, amount })).filter(
		({ amount }) => amount !== Decimal.zero,
	)
	return { ...party, changes, net }
}
