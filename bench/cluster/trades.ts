import { setTimeout as pause } from 'node:timers/promises'
import { Decimal, TradeError } from '@accord/protocol'
import { limitOrder, signLimitOrder } from '../../test/network/test-user.ts'
import { monotonicMs } from '../settle/monotonic.ts'
import type { ClusterNetwork } from './cluster-network.ts'
import type { Asked } from './makers-main.ts'
import { bases, quote } from './market.ts'
import { people } from './people.ts'

export type Load = {
	readonly trades: number
	readonly inFlight: number
	/** How many of the pairs are traded. */
	readonly pairs: number
	/** Whether all orders go to the first node, and to makers who are connected there. */
	readonly atFirstNode?: boolean
}

export type Traded = {
	readonly perSecond: number
	/** From each order's sending until its maker was asked. */
	readonly orderToMakerMs: readonly number[]
}

const committedWithinMs = 60_000

/**
 * Trades through all nodes in turn, with this many in flight at any time, from the first order sent to the last one
 * committed.
 */
export async function tradeThroughAll(
	network: ClusterNetwork,
	{ trades, inFlight, pairs, atFirstNode = false }: Load,
): Promise<Traded> {
	await network.makers.ask('reset')
	const sent = new Map<string, number>()
	let begun = 0
	const lane = async () => {
		while (begun < trades) {
			begun += 1
			await tradeOnce(network, { pairs, atFirstNode, onSent: sold => sent.set(sold, monotonicMs()) })
		}
	}
	const startedMs = monotonicMs()
	await Promise.all(Array.from({ length: inFlight }, lane))
	const perSecond = (1000 * trades) / (monotonicMs() - startedMs)
	const asked = (await network.makers.ask('asked')) as Asked
	const orderToMakerMs = asked.flatMap(([sold, askedMs]) => {
		const sentMs = sent.get(sold)
		return sentMs === undefined ? [] : [askedMs - sentMs]
	})
	if (orderToMakerMs.length !== trades)
		throw new Error(`makers were asked for ${orderToMakerMs.length} of ${trades} orders`)
	return { perSecond, orderToMakerMs }
}

type Trade = Pick<Load, 'pairs' | 'atFirstNode'> & { readonly onSent: (sold: string) => void }

/** Resolves with the order's hash when the ledger has committed it. */
export async function tradeOnce(network: ClusterNetwork, { pairs, atFirstNode, onSent }: Trade): Promise<string> {
	const n = network.signed++
	const user = people.users[n % people.users.length]
	const nodes = network.dexes.length
	const dex = network.dexes[atFirstNode ? 0 : n % nodes]
	// The maker of each pair is at the nodes in turn.
	const pair = atFirstNode ? nodes * (n % Math.ceil(pairs / nodes)) : Math.floor(n / nodes) % pairs
	if (user === undefined || dex === undefined) throw new Error('there are no users or no nodes')
	// No two orders sell the same amount, so that a maker's order shows whose it is.
	const sell = `100.${String(n).padStart(6, '0')} ${bases[pair]}`
	const terms = limitOrder({ sell, buy: `5 ${quote}` })
	const sold = `${terms.sell.symbol} ${Decimal.format(terms.sell.amount)}`
	const order = signLimitOrder(network.signing, user, terms)
	for (;;) {
		try {
			onSent(sold)
			await dex.submitOrder(order.signedPartialTransaction)
			break
		} catch (error) {
			if (!(error instanceof TradeError) || !later.has(error.code)) throw error
			await pause(50)
		}
	}
	await committed(network, order.subintentId)
	return order.subintentHash
}

// An account's open orders are limited, and the service needs a moment to see that one has settled.
const later = new Set<string>(['too_many_open_orders', 'busy'])

async function committed({ ledger }: ClusterNetwork, subintentId: string): Promise<void> {
	const cancelling = new AbortController()
	const tooLate = pause(committedWithinMs, undefined, { signal: cancelling.signal }).then(() => {
		throw new Error(`${subintentId} is not committed`)
	})
	try {
		await Promise.race([ledger.ask('committed', subintentId), tooLate])
	} finally {
		cancelling.abort()
	}
}
