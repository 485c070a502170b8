import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startLocalLedger } from '@accord/ledger'
import type { BookText } from '../../test/network/book-text.ts'
import { TestClock } from '../../test/network/test-clock.ts'
import { startTestNetwork, type TestNetwork } from '../../test/network/test-network.ts'
import { percentile } from '../percentile.ts'
import { withAddedTokens } from '../served/added-tokens.ts'
import { highLimits } from '../served/network.ts'
import { serve } from '../served/serve.ts'
import { type Players, seatPlayers, type Traded, tradeOneByOne } from '../settle/one-by-one.ts'
import { Stopwatch } from '../settle/stopwatch.ts'
import { TimedGateway } from '../settle/timed-gateway.ts'
import { largeMarket, type PairSettings } from './large-market.ts'
import { writeOpenOrders } from './open-orders.ts'

export type LargeNetwork = {
	readonly url: string
	readonly flashUrl: string
	readonly solverUrl: string
	readonly pairs: readonly PairSettings[]
	readonly startedInMs: number
}
export type LargeNetworkArgument = {
	readonly makers: number
	readonly pairs: number
	/** How many tokens there are beside the ledger's own; 10 by default. */
	readonly addedTokens?: number
	readonly directory: string
	/** The books of the second maker; none by default. */
	readonly books?: readonly BookText[]
	/** The tokens that may be in the middle of a route; if absent, all. */
	readonly routes?: readonly string[]
}

const trades = 30
/** As many as an account may have open (`limits.open_orders_per_account`). */
const openPerAccount = 8
const ledgerCalls = ['preview', 'balance', 'state']

serve(async ({ directory, books, routes, ...size }: LargeNetworkArgument) => {
	const ledgerDirectory = join(directory, 'ledger')
	mkdirSync(ledgerDirectory, { recursive: true })
	// In the same folder, so that it is removed with it, however this process ends.
	const database = { directory: join(directory, 'database') }
	const market = await marketOf(ledgerDirectory, size)
	const settings = { ...market, limits: highLimits, database, ...(routes && { routes }) }
	const stopwatch = new Stopwatch()
	const gateway = (url: string) => new TimedGateway(url, stopwatch)
	const startsAtMs = performance.now()
	const network = await startTestNetwork({ users: 16, makers: 2, ledgerDirectory, settings, gateway })
	const startedInMs = performance.now() - startsAtMs
	const players = await seatPlayers(network, books && [books])
	let open = 0
	const openOrders = async (to: number, perAccount: number) => {
		const { db } = network.service
		await writeOpenOrders(db, { from: open, to, pairs: settings.pairs, makers: size.makers, perAccount })
		open = to
		// Solvers receive all of them before the next trade's bundle.
		await trade(network, { players, stopwatch })
	}
	const calls = {
		openOrders: (to: unknown) => openOrders(Number(to), 1),
		/** As many orders of each account as it may have open. */
		openAccounts: (to: unknown) => openOrders(Number(to) * openPerAccount, openPerAccount),
		/** The id of one. */
		anOrder: async () =>
			(await network.service.db.selectFrom('order').select('subintent_id').limit(1).execute())[0]?.subintent_id,
		trade: (traded: unknown) => trade(network, { players, stopwatch, traded: traded as Traded | undefined }),
	}
	const stop = async () => {
		await players.stop()
		await network.stop()
	}
	const { flashUrl, service, solverUrl } = network
	return { ready: { url: service.url, flashUrl, solverUrl, pairs: settings.pairs, startedInMs }, calls, stop }
})

/** The tokens are the ledger's, so they are issued and read before the network starts on it. */
async function marketOf(
	directory: string,
	{ addedTokens = 10, ...size }: Pick<LargeNetworkArgument, 'makers' | 'pairs' | 'addedTokens'>,
) {
	const ledger = await startLocalLedger({ clock: new TestClock(), directory })
	const tokens = withAddedTokens(ledger, addedTokens)
	await ledger.stop()
	return largeMarket(tokens, size)
}

/** Medians in milliseconds, without the calls to the ledger. */
async function trade(
	network: TestNetwork,
	{ players, stopwatch, traded }: { players: Players; stopwatch: Stopwatch; traded?: Traded | undefined },
) {
	stopwatch.reset()
	const passages = await tradeOneByOne(network, players, { trades, traded })
	const spent = (fromMs: number, toMs: number) => toMs - fromMs - stopwatch.within(ledgerCalls, fromMs, toMs)
	const median = (samples: readonly number[]) => percentile(samples, 0.5)
	return {
		orderMs: median(passages.map(({ sentMs, askedMs }) => spent(sentMs, askedMs))),
		fillMs: median(passages.map(({ fillSentMs, bundledMs }) => spent(fillSentMs, bundledMs))),
	}
}
