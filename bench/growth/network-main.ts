import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startLocalLedger } from '@accord/ledger'
import { TestClock } from '../../test/network/test-clock.ts'
import { startTestNetwork, type TestNetwork } from '../../test/network/test-network.ts'
import { percentile } from '../percentile.ts'
import { highLimits } from '../served/network.ts'
import { serve } from '../served/serve.ts'
import { type Players, seatPlayers, tradeOneByOne } from '../settle/one-by-one.ts'
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
	readonly directory: string
}

const trades = 30
/** As many as an account may have open (`limits.open_orders_per_account`). */
const openPerAccount = 8
const ledgerCalls = ['preview', 'balance', 'state']

serve(async ({ directory, ...size }: LargeNetworkArgument) => {
	const ledgerDirectory = join(directory, 'ledger')
	mkdirSync(ledgerDirectory, { recursive: true })
	// In the same folder, so that it is removed with it, however this process ends.
	const database = { directory: join(directory, 'database') }
	const settings = { ...(await marketOf(ledgerDirectory, size)), limits: highLimits, database }
	const stopwatch = new Stopwatch()
	const gateway = (url: string) => new TimedGateway(url, stopwatch)
	const startsAtMs = performance.now()
	const network = await startTestNetwork({ users: 16, makers: 2, ledgerDirectory, settings, gateway })
	const startedInMs = performance.now() - startsAtMs
	const players = await seatPlayers(network)
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
		trade: () => trade(network, { players, stopwatch }),
	}
	const stop = async () => {
		await players.stop()
		await network.stop()
	}
	const { flashUrl, service, solverUrl } = network
	return { ready: { url: service.url, flashUrl, solverUrl, pairs: settings.pairs, startedInMs }, calls, stop }
})

/** The tokens are the ledger's own, so they are read from the ledger before the network starts on it. */
async function marketOf(directory: string, size: Pick<LargeNetworkArgument, 'makers' | 'pairs'>) {
	const ledger = await startLocalLedger({ clock: new TestClock(), directory })
	const tokens = ledger.tokens.map(({ symbol, resourceAddress, divisibility, name }) => {
		return { symbol, resource_address: resourceAddress, divisibility, name }
	})
	await ledger.stop()
	return largeMarket(tokens, size)
}

/** Medians in milliseconds, without the calls to the ledger. */
async function trade(network: TestNetwork, { players, stopwatch }: { players: Players; stopwatch: Stopwatch }) {
	stopwatch.reset()
	const passages = await tradeOneByOne(network, players, trades)
	const spent = (fromMs: number, toMs: number) => toMs - fromMs - stopwatch.within(ledgerCalls, fromMs, toMs)
	const median = (samples: readonly number[]) => percentile(samples, 0.5)
	return {
		orderMs: median(passages.map(({ sentMs, askedMs }) => spent(sentMs, askedMs))),
		fillMs: median(passages.map(({ fillSentMs, bundledMs }) => spent(fillSentMs, bundledMs))),
	}
}
