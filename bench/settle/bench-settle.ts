import { percentile, ratio, spread } from '../percentile.ts'
import { printTable } from '../table.ts'
import { benchMemory } from './memory.ts'
import { type SplitNetwork, startSplitNetwork } from './split-network.ts'
import { type Entry, Stopwatch } from './stopwatch.ts'
import { type TradePassage, tradeAtOnce, tradeInTurn } from './trades.ts'
import { validateMs } from './validate-time.ts'

const warmUp = 20
const rounds = 5
const tradesPerRound = 40
const statementsPerRound = 40
const restMs = 20
const manyAtOnce = 480

// What the aim leaves out: the preview, and what else the ledger is asked while a trade waits.
const ledgerCalls = ['preview', 'balances', 'state']

type Measured = {
	readonly passages: readonly TradePassage[]
	readonly bare: readonly number[]
	readonly bareRested: readonly number[]
	readonly service: Stopwatch
	readonly ledger: Stopwatch
}

/** How long a trade takes from station to station, how many settle in a second, and what memory the service needs; every part has a process of its own. */
export async function benchSettle(): Promise<void> {
	const network = await startSplitNetwork({ isTimed: true })
	try {
		await tradeInTurn(network, warmUp)
		const measured = await measure(network)
		printLatencies(measured)
		printParts(network, measured)
		const rates: string[][] = []
		for (const inFlight of [1, 16]) {
			const trades = inFlight === 1 ? tradesPerRound * 2 : manyAtOnce
			rates.push([String(inFlight), (await tradeAtOnce(network, { trades, inFlight })).toFixed(1)])
		}
		printTable(['trades in flight', 'trades a second'], rates)
	} finally {
		await network.stop()
	}
	await benchMemory()
}

/** Rounds of trades and of bare statements in turn, so that both see the same machine. */
async function measure(network: SplitNetwork): Promise<Measured> {
	const { service, ledger } = network
	await Promise.all([service.ask('reset'), ledger.ask('reset')])
	const passages: TradePassage[] = []
	const bare: number[] = []
	const bareRested: number[] = []
	const statements = async (rest: number) =>
		(await service.ask('bareStatements', { count: statementsPerRound, restMs: rest })) as number[]
	for (let round = 0; round < rounds; round++) {
		bare.push(...(await statements(0)))
		bareRested.push(...(await statements(restMs)))
		passages.push(...(await tradeInTurn(network, tradesPerRound)))
	}
	const stopwatchOf = async (part: Pick<typeof service, 'ask'>) => Stopwatch.from((await part.ask('times')) as Entry[])
	return { passages, bare, bareRested, service: await stopwatchOf(service), ledger: await stopwatchOf(ledger) }
}

function printLatencies({ passages, bare, bareRested, service }: Measured): void {
	const whole = (from: keyof TradePassage, to: keyof TradePassage) =>
		passages.map(passage => passage[to] - passage[from])
	const withoutLedger = (from: keyof TradePassage, to: keyof TradePassage) =>
		passages.map(passage => passage[to] - passage[from] - service.within(ledgerCalls, passage[from], passage[to]))
	const rows: [string, readonly number[]][] = [
		[`one bare synced statement after ${restMs} ms of rest`, bareRested],
		['— without rest', bare],
		['order sent → accepted', whole('sentMs', 'acceptedMs')],
		['order sent → maker notified', whole('sentMs', 'askedMs')],
		['— without what the ledger was asked', withoutLedger('sentMs', 'askedMs')],
		['fill sent → accepted', whole('fillSentMs', 'filledMs')],
		['fill sent → bundle sent', whole('fillSentMs', 'bundledMs')],
		['— without what the ledger was asked', withoutLedger('fillSentMs', 'bundledMs')],
		['order sent → committed', whole('sentMs', 'committedMs')],
	]
	const opponent = percentile(bareRested, 0.5)
	printTable(
		['', 'p50', 'p99', 'p50 / bare statement'],
		rows.map(([name, samples]) => {
			const { p50, p99 } = spread(samples)
			return [name, p50, p99, ratio(percentile(samples, 0.5), opponent)]
		}),
	)
}

/** Where the time of one trade goes, one trade at a time. */
function printParts(network: SplitNetwork, { passages, service, ledger }: Measured): void {
	const row = (stopwatch: Stopwatch, kind: string) => {
		const { count, ms } = stopwatch.total(kind)
		return [kind, (count / passages.length).toFixed(1), `${(ms / passages.length).toFixed(2)} ms`]
	}
	printTable(
		['work', 'times per trade', 'time per trade'],
		[
			['service: validate bytes', '2.0', `${(2 * validateMs(network)).toFixed(2)} ms`],
			...[...ledgerCalls, 'status', 'statement'].map(kind => row(service, kind)),
			...['engine: preview', 'engine: commit'].map(kind => row(ledger, kind)),
		],
	)
}
