import { Decimal } from '@accord/protocol'
import { balanceChanges } from '../network/balances.ts'
import { feesSince, readTotals, type Totals } from '../network/ledger-totals.ts'
import { checkDatabase } from './check-database.ts'
import { checkLogs } from './check-logs.ts'
import { checkOrders } from './check-orders.ts'
import type { FaultNetwork } from './fault-network.ts'
import type { Load } from './load.ts'
import type { FaultMaker } from './maker.ts'

/** A busy machine reads two clocks less exactly. */
const clockReadWithinS = 5

/** Once everything has ended: the violations of these rules, in words. */
export async function findViolations(network: FaultNetwork, load: Load, before: Totals): Promise<string[]> {
	return [
		...load.users.contradictions,
		...(await checkOrders(network, load.users.orders)),
		...(await checkLogs(network, load.makers)),
		...(await checkDatabase(network.database)),
		...load.makers.flatMap(checkAdmitted),
		...checkRefusals(load),
		...checkClocks(network, load),
		...(await checkConserved(network, before)),
	]
}

/** What everyone holds together. */
export async function totalsOf({ ledger, accounts }: FaultNetwork): Promise<Totals> {
	const symbols = new Map(ledger.tokens.map(({ resourceAddress, symbol }) => [resourceAddress, symbol]))
	return await readTotals({ gatewayUrl: ledger.url, accounts, symbols })
}

/**
 * When a maker was asked, no more of that side had been asked and settled than it had offered by then. This uses its own
 * record: what it offered, was asked, and read in its log.
 */
function checkAdmitted({ account, asked, entries }: FaultMaker): string[] {
	const settled = new Set(entries.filter(({ outcome }) => outcome === 'Settled').map(({ orderId }) => orderId))
	const sums = { bids: Decimal.zero, asks: Decimal.zero }
	return [...asked].flatMap(([id, { side, base, supplied }]) => {
		if (!settled.has(id)) return []
		sums[side] = Decimal.add(sums[side], base)
		if (sums[side] <= supplied) return []
		const [sum, offered] = [sums[side], supplied].map(Decimal.format)
		return [`${account.name} was over-admitted by ${id}: ${sum} of its ${side}, of which it had offered ${offered}`]
	})
}

/** No refusal has a reason that the service does not know. */
function checkRefusals({ users, makers }: Load): string[] {
	const codes = [...users.orders.flatMap(({ refusal }) => refusal ?? []), ...makers.flatMap(({ refusals }) => refusals)]
	return codes.filter(code => code === 'internal' || /\W/.test(code)).map(code => `something was refused with ${code}`)
}

/** A maker is told of a clock that is off only where one was, and by how much. */
function checkClocks({ nodes }: FaultNetwork, { makers }: Load): string[] {
	const wereOffS = nodes.flatMap(({ clockOffS }) => [...clockOffS])
	const told = makers.flatMap(({ clocksOffS }) => clocksOffS)
	const isWrong = (aheadS: number) => !wereOffS.some(offS => Math.abs(aheadS + offS) < clockReadWithinS)
	return told.filter(isWrong).map(aheadS => `a maker was told that its clock is ${aheadS} s ahead`)
}

/** The total of every token is unchanged, except for the network's fees. */
async function checkConserved(network: FaultNetwork, before: Totals): Promise<string[]> {
	const fees = await feesSince(network.ledger.url, before)
	const changes = balanceChanges(before.held, (await totalsOf(network)).held)
	const { XRD = '0', ...others } = changes
	if (Object.keys(others).length === 0 && XRD === Decimal.format(Decimal.negate(fees))) return []
	return [`the totals changed by ${JSON.stringify(changes)}, with ${Decimal.format(fees)} XRD of fees`]
}
