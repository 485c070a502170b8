import { startReferenceSolver } from '@accord/bots'
import { SolverClient } from '@accord/sdk'
import type { NewOrder } from '@accord/sdk/maker'
import type { BookText } from '../../test/network/book-text.ts'
import { connectMaker, type TestMaker } from '../../test/network/test-maker.ts'
import type { TestNetwork } from '../../test/network/test-network.ts'
import { limitOrder, type OrderText, signLimitOrder } from '../../test/network/test-user.ts'
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

/** What is traded each time, and how many makers fill it. */
export type Traded = { readonly order: OrderText; readonly makers: number }

const directTrade: Traded = { order: { sell: '100 XRD', buy: '5 xUSDC' }, makers: 1 }
const directBook: BookText = { pair: 'XRD/xUSDC', bids: ['0.05 1500000'] }

/** Makers that fill at once, a solver that settles at once, and an observer of all. */
export type Players = {
	stop: () => Promise<void>
	onAsked: (told: () => void) => void
	onBundle: (told: () => void) => void
	fillSentMs: () => number
}

/** The first maker fills {@link directTrade}; the next ones have these books. */
export async function seatPlayers(
	network: TestNetwork,
	others: readonly (readonly BookText[])[] = [],
): Promise<Players> {
	let asked = () => {}
	let bundled = () => {}
	let fillSentMs = 0
	const makers: TestMaker[] = []
	for (const [place, books] of [[directBook], ...others].entries()) {
		const answer = (order: NewOrder, self: TestMaker) => {
			asked()
			const { signedPartialTransaction } = self.sign(order)
			fillSentMs = monotonicMs()
			return signedPartialTransaction
		}
		makers.push(await connectMaker(network, network.makers[place], { books: [...books], answer }))
	}
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
			for (const maker of makers) maker.disconnect()
			await bot.stop()
		},
	}
}

/** Trades one after another, each waited for until the ledger has committed it. */
export async function tradeOneByOne(
	network: TestNetwork,
	players: Players,
	{ trades, traded = directTrade }: { trades: number; traded?: Traded | undefined },
): Promise<Passage[]> {
	const passages: Passage[] = []
	for (let n = 0; n < trades; n++) passages.push(await tradeOnce(network, players, { traded, n }))
	return passages
}

async function tradeOnce(
	network: TestNetwork,
	players: Players,
	{ traded, n }: { traded: Traded; n: number },
): Promise<Passage> {
	const user = network.users[n % network.users.length]
	if (user === undefined) throw new Error('the network has no users')
	const order = signLimitOrder(network, user, limitOrder(traded.order), {
		level: n % network.users.length === 1 ? 1 : 0,
	})
	let left = traded.makers
	const asked = new Promise<number>(resolve => players.onAsked(() => --left === 0 && resolve(monotonicMs())))
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
