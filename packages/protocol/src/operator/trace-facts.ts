import type { Amount } from '../amount/amount.ts'
import { Decimal } from '../amount/decimal.ts'
import { pairKey } from '../amount/pair.ts'
import type { Fee } from '../fee/fee.ts'
import { isCalledOff } from '../order/states.ts'
import type { ItemEstimate, OperatorPart, OrderTrace, TracedFill, TracedRoot } from '../trade/trade-trace.ts'

// Guarantee: an operator reads the same words about an order in the command and in the page. Amounts have all digits.

/** A name and what is said of it; undefined if there is nothing to say. */
export type TraceFact = readonly [name: string, text: string | undefined]

/** An order's limits, fees and cost, without its id and state. */
export function orderFacts(trace: OrderTrace): TraceFact[] {
	const { limitOrder, estimate, pair } = trace
	return [
		['account', `${trace.account} (level ${trace.level})`],
		['sells', amountText(limitOrder.sell)],
		['buys', `at least ${amountText(limitOrder.buy)} (${pairKey(pair)}, ${trace.side}s ${pair.base})`],
		['surplus', trace.surplus && `${amountText(trace.surplus)} better than that`],
		['fee', feeText(trace.fee)],
		['integrator', shareText(trace)],
		['rebate', rebateText(trace)],
		['cost', costText(estimate)],
		['prefix', estimate.hasPrefix ? 'has its own instructions before the schema' : undefined],
		['expires', timestampText(trace.expiresAtS * 1000)],
	]
}

/** How a maker's part stands, in words. */
export function partText(part: OperatorPart): string {
	return isCalledOff(part) ? 'called off' : part.state.replaceAll('_', ' ')
}

/** What a maker was asked for, what it was shown of its own book, and its answer. */
export function partFacts(part: OperatorPart, trace: Pick<OrderTrace, 'pair'>): TraceFact[] {
	const { limitOrder, fill, state, answeredAtMs, pair = trace.pair } = part
	const levels = part.levels.map(
		({ price, amount }) => `${amountText({ symbol: pair.base, amount })} at ${Decimal.format(price)}`,
	)
	const facts: TraceFact[] = [
		['pair', pairKey(pair)],
		['sells', amountText(limitOrder.sell)],
		['buys', `at least ${amountText(limitOrder.buy)}`],
		['levels', levels.join(', ') || undefined],
		[
			state === 'timed_out' ? 'ended' : 'answered',
			answeredAtMs === undefined ? undefined : `after ${answeredAtMs - part.askedAtMs} ms`,
		],
		['reason', part.rejectReason],
	]
	if (fill === undefined) return facts
	return [
		...facts,
		['fill', fill.subintentId],
		['fill state', fill.state],
		['account', fill.account],
		['fee', feeText(fill.fee)],
		['rebate', rebateText(fill)],
		['cost', costText(fill.estimate)],
	]
}

/** What a transaction on the ledger settled. */
export function rootFacts(root: TracedRoot, { items }: OrderTrace): TraceFact[] {
	const settled = root.subintentIds.map(id => {
		const item = items.find(one => one.subintentId === id)
		return item?.role === 'fill' ? `the fill of ${item.maker ?? 'a maker'}` : 'the order'
	})
	return [
		['committed', `${timestampText(root.committedAtMs)} (ledger clock), state version ${root.stateVersion}`],
		['settled', settled.join(', ')],
		['solver', root.solver],
		['fee paid', amountText({ symbol: 'XRD', amount: root.feePaidXrd })],
		['rewards', root.solverRewards.map(amountText).join(', ') || undefined],
	]
}

/** Who paid whom for the settlement: users and makers pay the platform and the solver, the solver pays the ledger. */
export function settlementCosts(trace: OrderTrace): TraceFact[] {
	const settled = new Set(trace.roots.flatMap(root => root.subintentIds))
	const fills = trace.parts.flatMap(({ maker, fill }) =>
		fill !== undefined && settled.has(fill.subintentId) ? [[maker, paidText(fill)] as const] : [],
	)
	return [
		['the user', settled.has(trace.subintentId) ? paidText(trace) : undefined],
		...fills,
		...trace.roots.map(root => ['the solver', solverText(root)] as const),
	]
}

/** Everything that was signed, and the root transactions: a title and a manifest each. */
export function tracedManifests({ items, roots }: OrderTrace): (readonly [title: string, manifest: string])[] {
	return [
		...items.flatMap(({ role, maker, manifest, outer }) => {
			const signer = role === 'order' ? 'the user' : (maker ?? 'the maker')
			const own = [`Signed by ${signer}`, manifest] as const
			return outer === undefined ? [own] : [own, ['Outer subintent signed by the service', outer.manifest] as const]
		}),
		...roots.map(({ transactionId, manifest }) => [`Root manifest of ${transactionId}`, manifest] as const),
	]
}

/** An amount with all digits: `0.1 XRD`. */
export function amountText({ symbol, amount }: Amount): string {
	return `${Decimal.format(amount)} ${symbol}`
}

/** Both fees of an order or fill. */
export function feeText({ symbol, platformAmount, settlementAmount }: Fee): string {
	const platform = amountText({ symbol, amount: platformAmount })
	return `${platform} platform fee, ${amountText({ symbol, amount: settlementAmount })} settlement fee`
}

const notSettled: ReadonlySet<string> = new Set(['unfilled', 'expired', 'cancelled', 'Expired', 'Released'])

/** What settling returns of the settlement fee to an order or fill; undefined if it did not settle. */
export function rebateText({ state, rebate }: { readonly state: string; readonly rebate: Amount }): string | undefined {
	if (notSettled.has(state)) return undefined
	return `${amountText(rebate)} of the settlement fee${state === 'settled' || state === 'Settled' ? '' : ', if it settles'}`
}

/** The cost of an order or fill, as previewed before it was accepted. */
export function costText({ costXrd, executionUnits }: ItemEstimate): string {
	return `${amountText({ symbol: 'XRD', amount: costXrd })} expected, ${executionUnits} execution units`
}

/** A point in time, in UTC to the second. */
export function timestampText(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}Z`
}

function shareText({ share, fee: { symbol } }: OrderTrace): string | undefined {
	if (share === undefined) return undefined
	const [earned, paid] = [share.earned, share.paid].map(amount => amountText({ symbol, amount }))
	return `${share.integrator}: earns ${earned}, is paid ${paid} of the platform fee`
}

/** The fees that a user or maker paid on top of the amount sold. */
function paidText({ fee, rebate }: Pick<TracedFill, 'fee' | 'rebate'>): string {
	const { symbol, platformAmount, settlementAmount } = fee
	const solver = { symbol, amount: Decimal.subtract(settlementAmount, rebate.amount) }
	return `${amountText({ symbol, amount: platformAmount })} to the platform, ${amountText(solver)} to the solver`
}

/** A root may settle other trades too; then its costs and rewards cover all of them. */
function solverText({ feePaidXrd, solverRewards }: TracedRoot): string {
	const rewardXrd = solverRewards.find(({ symbol }) => symbol === 'XRD')?.amount ?? Decimal.zero
	const profitXrd: Amount = { symbol: 'XRD', amount: Decimal.subtract(rewardXrd, feePaidXrd) }
	const others = solverRewards.filter(({ symbol }) => symbol !== 'XRD')
	return `${amountText({ symbol: 'XRD', amount: feePaidXrd })} to the ledger; profit ${[profitXrd, ...others].map(amountText).join(', ')}`
}
