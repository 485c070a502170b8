import { startReferenceSolver } from '@accord/bots'
import { SolverClient } from '@accord/sdk'
import { connectMaker } from '../../test/network/test-maker.ts'
import type { TestNetwork } from '../../test/network/test-network.ts'
import { limitOrder, signLimitOrder } from '../../test/network/test-user.ts'
import { until } from '../../test/network/until.ts'
import { monotonicMs } from './monotonic.ts'

/** When one trade passed each stage, in milliseconds of one monotonic clock. */
export type Passage = {
	sentMs: number
	acceptedMs: number
	askedMs: number
	fillSentMs: number
	bundledMs: number
	committedMs: number
}

/** A maker that fills at once, a solver that settles at once, and an observer of both. */
export type Players = {
	stop: () => Promise<void>
	onAsked: (told: () => void) => void
	onBundle: (told: () => void) => void
	fillSentMs: () => number
}

export async function seatPlayers(network: TestNetwork): Promise<Players> {
	let asked = () => {}
	let bundled = () => {}
	let fillSentMs = 0
	const maker = await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1500000'] }],
		answer: (order, self) => {
			asked()
			const { signedPartialTransaction } = self.sign(order)
			fillSentMs = monotonicMs()
			return signedPartialTransaction
		},
	})
	const watcher = new SolverClient({ solverUrl: network.solverUrl })
	watcher.onBundle(() => bundled())
	const [solver] = network.solvers
	if (solver === undefined) throw new Error('the network has no solver')
	const bot = await startReferenceSolver({
		solverUrl: network.solverUrl,
		gatewayUrl: network.ledger.url,
		keyPair: solver.keyPair,
		account: solver.account,
		networkId: 242,
		clock: network.clock,
		log: { info: () => {}, warn: () => {} },
	})
	await until('the watcher to connect', () => watcher.isConnected)
	return {
		onAsked: told => {
			asked = told
		},
		onBundle: told => {
			bundled = told
		},
		fillSentMs: () => fillSentMs,
		stop: async () => {
			watcher.close()
			maker.disconnect()
			await bot.stop()
		},
	}
}

/** Trades one after another, each waited for until the ledger has committed it. */
export async function tradeOneByOne(network: TestNetwork, players: Players, trades: number): Promise<Passage[]> {
	const passages: Passage[] = []
	for (let n = 0; n < trades; n++) passages.push(await tradeOnce(network, players, n))
	return passages
}

async function tradeOnce(network: TestNetwork, players: Players, n: number): Promise<Passage> {
	const user = network.users[n % network.users.length]
	if (user === undefined) throw new Error('the network has no users')
	const order = signLimitOrder(network, user, limitOrder({ sell: '100 XRD', buy: '5 xUSDC' }), {
		level: n % network.users.length === 1 ? 1 : 0,
	})
	const asked = new Promise<number>(resolve => players.onAsked(() => resolve(monotonicMs())))
	const bundled = new Promise<number>(resolve => players.onBundle(() => resolve(monotonicMs())))
	const sentMs = monotonicMs()
	await network.dex.submitOrder(order.signedPartialTransaction)
	const acceptedMs = monotonicMs()
	const askedMs = await asked
	const bundledMs = await bundled
	await committed(network, order.subintentId)
	return { sentMs, acceptedMs, askedMs, fillSentMs: players.fillSentMs(), bundledMs, committedMs: monotonicMs() }
}

/** Waits until the ledger has committed a subintent, polling the ledger itself every millisecond. */
async function committed({ ledger }: TestNetwork, subintentId: string): Promise<void> {
	while (ledger.ledger.subintent(subintentId) === undefined) await new Promise(resolve => setTimeout(resolve, 1))
}
