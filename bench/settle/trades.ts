import { setTimeout as pause } from 'node:timers/promises'
import { TradeError } from '@accord/protocol'
import type { MakerPassage } from './maker-main.ts'
import { monotonicMs } from './monotonic.ts'
import type { SplitNetwork } from './split-network.ts'

/** When one trade passed each stage. */
export type TradePassage = MakerPassage & {
	readonly sentMs: number
	readonly acceptedMs: number
	readonly bundledMs: number
	readonly committedMs: number
}

/** Trades one after another, each waited for until the ledger has committed it. */
export async function tradeInTurn(network: SplitNetwork, trades: number): Promise<TradePassage[]> {
	await network.maker.ask('reset')
	const passages: Omit<TradePassage, keyof MakerPassage>[] = []
	for (let n = 0; n < trades; n++) passages.push(await tradeOnce(network, n))
	const ofMaker = (await network.maker.ask('passages')) as MakerPassage[]
	if (ofMaker.length !== trades) throw new Error(`the maker was asked for ${ofMaker.length} fills of ${trades}`)
	return passages.map((passage, at) => ({ ...passage, ...(ofMaker[at] as MakerPassage) }))
}

async function tradeOnce(network: SplitNetwork, n: number) {
	const order = network.signOrder(n)
	const bundled = network.nextBundle().then(monotonicMs)
	const committed = network.committed(order)
	const sentMs = monotonicMs()
	await network.dex.submitOrder(order.signedPartialTransaction)
	const acceptedMs = monotonicMs()
	return { sentMs, acceptedMs, bundledMs: await bundled, committedMs: await committed }
}

/** This many trades, with this many in flight at any time. */
export type Load = { readonly trades: number; readonly inFlight: number }

/**
 * Trades with this many in flight at any time; returns trades per second, from the first order sent to the last one
 * committed.
 */
export async function tradeAtOnce(
	network: SplitNetwork,
	{ trades, inFlight }: Load,
	signOrder = network.signOrder,
): Promise<number> {
	let next = 0
	const lane = async () => {
		while (next < trades) {
			const order = signOrder(next++)
			const committed = network.committed(order)
			await submit(network, order.signedPartialTransaction)
			await committed
		}
	}
	const startedMs = monotonicMs()
	await Promise.all(Array.from({ length: inFlight }, lane))
	return (1000 * trades) / (monotonicMs() - startedMs)
}

/** This many orders, signed now: wallets do not run on a node's machine. */
export function signBefore(network: SplitNetwork, trades: number): SplitNetwork['signOrder'] {
	const signed = Array.from({ length: trades }, (_, n) => network.signOrder(n))
	return n => signed[n] ?? network.signOrder(n)
}

/** An account's open orders are limited, and the service needs a moment to see that one has settled. */
async function submit({ dex }: SplitNetwork, order: string): Promise<void> {
	for (;;) {
		try {
			await dex.submitOrder(order)
			return
		} catch (error) {
			if (!(error instanceof TradeError) || error.code !== 'too_many_open_orders') throw error
			await pause(50)
		}
	}
}
