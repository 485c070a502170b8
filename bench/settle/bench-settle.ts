import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSignedPartialTransaction } from '@accord/ledger'
import { openDatabase } from '@accord/service'
import { startTestNetwork, type TestNetwork } from '../../test/network/test-network.ts'
import { limitOrder, signLimitOrder } from '../../test/network/test-user.ts'
import { percentile, ratio, spread } from '../percentile.ts'
import { printTable } from '../table.ts'
import { bareStatements } from './bare-statement.ts'
import { tradeManyAtOnce } from './many-at-once.ts'
import { benchMemory } from './memory.ts'
import { type Passage, seatPlayers, tradeOneByOne } from './one-by-one.ts'
import { StatementTimer } from './statement-timer.ts'
import { Stopwatch } from './stopwatch.ts'
import { TimedGateway } from './timed-gateway.ts'

const warmUp = 20
const oneByOne = 100
const manyAtOnce = 320

// What the aim leaves out: the preview, and what else the ledger is asked while a trade waits.
const ledgerCalls = ['preview', 'balances', 'state']

/** How long a trade takes from station to station, and how many a second, on real parts: all in this process but the database's thread and the engine's. */
export async function benchSettle(): Promise<void> {
	const directory = mkdtempSync(join(tmpdir(), 'accord-bench-'))
	const stopwatch = new Stopwatch()
	const own = await openDatabase({ kind: 'pglite', directory: join(directory, 'database') })
	const network = await startTestNetwork({
		users: 16,
		ledgerDirectory: directory,
		database: { ...own, db: own.db.withPlugin(new StatementTimer(stopwatch)) },
		gateway: url => new TimedGateway(url, stopwatch),
	})
	const players = await seatPlayers(network)
	try {
		await tradeOneByOne(network, players, warmUp)
		const bare = await bareStatements(own.db, 300)
		stopwatch.reset()
		const passages = await tradeOneByOne(network, players, oneByOne)
		printLatencies(passages, bare, stopwatch)
		printParts(network, stopwatch)
		const rates = [
			['1', (await tradeManyAtOnce(network, { trades: oneByOne, inFlight: 1 })).toFixed(1)],
			['16', (await tradeManyAtOnce(network, { trades: manyAtOnce, inFlight: 16 })).toFixed(1)],
		]
		printTable(['trades in flight', 'trades a second'], rates)
	} finally {
		await players.stop()
		await network.stop()
		await own.close()
		rmSync(directory, { recursive: true, force: true })
	}
	await benchMemory()
}

function printLatencies(passages: readonly Passage[], bare: readonly number[], stopwatch: Stopwatch): void {
	const withoutLedger = (from: keyof Passage, to: keyof Passage) =>
		passages.map(passage => passage[to] - passage[from] - stopwatch.within(ledgerCalls, passage[from], passage[to]))
	const whole = (from: keyof Passage, to: keyof Passage) => passages.map(passage => passage[to] - passage[from])
	const rows: [string, number[]][] = [
		['one bare synced statement', [...bare]],
		['order sent → maker notified', whole('sentMs', 'askedMs')],
		['— without what the ledger was asked', withoutLedger('sentMs', 'askedMs')],
		['fill sent → bundle sent', whole('fillSentMs', 'bundledMs')],
		['— without what the ledger was asked', withoutLedger('fillSentMs', 'bundledMs')],
		['order sent → committed', whole('sentMs', 'committedMs')],
	]
	const opponent = percentile(bare, 0.5)
	printTable(
		['', 'p50', 'p99', 'p50 / bare statement'],
		rows.map(([name, samples]) => {
			const { p50, p99 } = spread(samples)
			return [name, p50, p99, ratio(percentile(samples, 0.5), opponent)]
		}),
	)
}

/** Where the time of one trade goes, one trade at a time. */
function printParts(network: TestNetwork, stopwatch: Stopwatch): void {
	const perTrade = (kind: string) => {
		const { count, ms } = stopwatch.total(kind)
		return [kind, (count / oneByOne).toFixed(1), `${(ms / oneByOne).toFixed(2)} ms`]
	}
	const rows = ['preview', 'balances', 'state', 'status', 'statement'].map(perTrade)
	printTable(['work', 'times per trade', 'time per trade'], [['validate', '2.0', validateTime(network)], ...rows])
}

function validateTime(network: TestNetwork): string {
	const [user] = network.users
	if (user === undefined) throw new Error('the network has no users')
	const { signedPartialTransaction } = signLimitOrder(network, user, limitOrder({ sell: '100 XRD', buy: '5 xUSDC' }))
	const rounds = 1_000
	const startedMs = performance.now()
	for (let n = 0; n < rounds; n++) readSignedPartialTransaction(signedPartialTransaction, 242)
	return `${((2 * (performance.now() - startedMs)) / rounds).toFixed(2)} ms`
}
