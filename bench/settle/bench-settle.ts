import { until } from '../../test/network/until.ts'
import { mebibytes, milliseconds, percentile, ratio, spread } from '../percentile.ts'
import { memoryBytes, processesIn, processorMs } from '../process-tree.ts'
import { printTable } from '../table.ts'
import type { Replayed } from './engine-replay.ts'
import { canSeparate, withOwnCore } from './own-core.ts'
import { repeated } from './repeated.ts'
import type { Memory } from './service-main.ts'
import { type SplitNetwork, startSplitNetwork } from './split-network.ts'
import { type Entry, Stopwatch } from './stopwatch.ts'
import { signBefore, type TradePassage, tradeAtOnce, tradeInTurn } from './trades.ts'
import { validateSamples } from './validate-time.ts'

// By then the processes' code is compiled, and the database has prepared its frequent statements.
const warmUp = { trades: 960, inFlight: 16 }
const rounds = 5
const tradesPerRound = 40
const statementsPerRound = 40
const restMs = 20
const rateRounds = 3
const atOnce = { trades: 320, inFlight: 16 }

// The part that the aim leaves out: the preview, and other ledger calls while a trade waits.
const ledgerCalls = ['preview', 'balance', 'state']
const databaseMessage = 'message to the database'

type Measured = {
	readonly passages: readonly TradePassage[]
	readonly bare: readonly number[]
	readonly bareRested: readonly number[]
	readonly requests: readonly number[]
	readonly service: Stopwatch
	readonly ledger: Stopwatch
}

/**
 * How long a trade takes from stage to stage, how many settle per second, and where the time goes; every part has its own
 * process.
 */
export async function benchSettle(): Promise<void> {
	const network = await startSplitNetwork({ isTimed: true })
	try {
		await tradeAtOnce(network, warmUp)
		await untilIdle(network)
		const measured = await measure(network)
		const rates = [
			await rateRow(network, { trades: 80, inFlight: 1 }),
			...(await rateRows(network)),
			...(await ownCoreRows(network)),
		]
		const rows = [
			...latencyRows(measured),
			...statementRows(measured),
			...rates,
			...(await memoryRows(network)),
			...partRows(measured, validateSamples(network)),
		]
		printTable(['', 'p50', 'p99', 'p50 ÷ bare statement'], rows)
	} finally {
		await network.stop()
	}
}

/** Alternating rounds of trades and bare statements, so that both see the same machine. */
async function measure(network: SplitNetwork): Promise<Measured> {
	const { service, ledger } = network
	await Promise.all([service.ask('reset'), ledger.ask('reset')])
	const passages: TradePassage[] = []
	const bare: number[] = []
	const bareRested: number[] = []
	const requests: number[] = []
	const statements = async (rest: number) =>
		(await service.ask('bareStatements', { count: statementsPerRound, restMs: rest })) as number[]
	for (let round = 0; round < rounds; round++) {
		bare.push(...(await statements(0)))
		bareRested.push(...(await statements(restMs)))
		// Two processes hand something to each other once, as from user to maker, or from maker to solver.
		requests.push(...(await repeated({ count: statementsPerRound, restMs }, () => network.dex.info())))
		passages.push(...(await tradeInTurn(network, tradesPerRound)))
	}
	const stopwatchOf = async (part: Pick<typeof service, 'ask'>) => Stopwatch.from((await part.ask('times')) as Entry[])
	return {
		passages,
		bare,
		bareRested,
		requests,
		service: await stopwatchOf(service),
		ledger: await stopwatchOf(ledger),
	}
}

function latencyRows({ passages, bare, bareRested, requests, service }: Measured): string[][] {
	const whole = (from: keyof TradePassage, to: keyof TradePassage) =>
		passages.map(passage => passage[to] - passage[from])
	const withoutLedger = (from: keyof TradePassage, to: keyof TradePassage) =>
		passages.map(passage => passage[to] - passage[from] - service.within(ledgerCalls, passage[from], passage[to]))
	const inDatabase = (from: keyof TradePassage, to: keyof TradePassage) =>
		passages.map(passage => service.within([databaseMessage], passage[from], passage[to]))
	const rows: [string, readonly number[]][] = [
		[`one bare synced statement after ${restMs} ms of rest`, bareRested],
		['— without rest', bare],
		[`one request answered from memory, after ${restMs} ms of rest`, requests],
		['order sent → accepted', whole('sentMs', 'acceptedMs')],
		['order sent → maker notified', whole('sentMs', 'askedMs')],
		['— without what the ledger was asked', withoutLedger('sentMs', 'askedMs')],
		['— — of that, messages to the database', inDatabase('sentMs', 'askedMs')],
		['fill sent → accepted', whole('fillSentMs', 'filledMs')],
		['fill sent → bundle sent', whole('fillSentMs', 'bundledMs')],
		['— without what the ledger was asked', withoutLedger('fillSentMs', 'bundledMs')],
		['— — of that, messages to the database', inDatabase('fillSentMs', 'bundledMs')],
		['order sent → committed', whole('sentMs', 'committedMs')],
	]
	const opponent = percentile(bareRested, 0.5)
	return rows.map(([name, samples]) => [...cells(name, samples), ratio(percentile(samples, 0.5), opponent)])
}

async function rateRow(network: SplitNetwork, load: { trades: number; inFlight: number }): Promise<string[]> {
	return [`trades a second, ${load.inFlight} in flight`, (await tradeAtOnce(network, load)).toFixed(1), '', '']
}

type Rate = {
	readonly rate: number
	readonly alone: number
	readonly engineMs: number
	readonly usedMs: Readonly<Record<string, number>>
}

async function rateRows(network: SplitNetwork): Promise<string[][]> {
	const median = await medianOfRates(network)
	const parts = Object.keys(await processorTimes(network))
	const used = (part: string) => milliseconds(median(({ usedMs }) => usedMs[part] ?? 0))
	return [
		...comparedWithEngine(median, {
			rate: `trades a second, ${atOnce.inFlight} in flight (aim ≥ 24)`,
			alone: '— the engine alone, the same previews and commits',
			share: '— of the engine alone (aim ≥ 0.85)',
		}),
		['— processor time of the engine alone a trade', milliseconds(median(({ engineMs }) => engineMs)), '', ''],
		...parts.map(part => [`— of ${part} in the network`, used(part), '', '']),
	]
}

/** The same where the ledger does not share its cores with the traders, as on a real network. */
async function ownCoreRows(network: SplitNetwork): Promise<string[][]> {
	if (!canSeparate()) return []
	const { ledger, service, solver, maker, databaseFolder } = network
	const others = [service, maker, ...(solver === undefined ? [] : [solver])].map(({ pid }) => pid)
	const sharing = [...others, ...processesIn(databaseFolder)]
	const median = await withOwnCore(ledger.pid, sharing, () => medianOfRates(network))
	return comparedWithEngine(median, {
		rate: '— the ledger on a core of its own, the rest on the others',
		alone: '— the engine alone on that core',
		share: '— of it',
	})
}

function comparedWithEngine(median: MedianOf, names: Record<'rate' | 'alone' | 'share', string>): string[][] {
	return [
		[names.rate, median(({ rate }) => rate).toFixed(1), '', ''],
		[names.alone, median(({ alone }) => alone).toFixed(1), '', ''],
		[names.share, `${median(({ rate, alone }) => rate / alone).toFixed(2)} ×`, '', ''],
	]
}

type MedianOf = (of: (one: Rate) => number) => number

/** Trades at once, and then the engine's part of them alone, in turn; returns the median of the requested value. */
async function medianOfRates(network: SplitNetwork): Promise<MedianOf> {
	const measured: Rate[] = []
	for (let round = 0; round < rateRounds; round++) measured.push(await measureRate(network))
	return of => percentile(measured.map(of), 0.5)
}

async function measureRate(network: SplitNetwork): Promise<Rate> {
	await untilIdle(network)
	await network.ledger.ask('record')
	const signOrder = signBefore(network, atOnce.trades)
	const before = await processorTimes(network)
	const rate = await tradeAtOnce(network, atOnce, signOrder)
	const after = await processorTimes(network)
	await untilIdle(network)
	const { ms, cpuMs } = (await network.ledger.ask('replay')) as Replayed
	const used = Object.entries(after).map(([part, ms]) => [part, (ms - (before[part] ?? 0)) / atOnce.trades])
	return {
		rate,
		alone: (1000 * atOnce.trades) / ms,
		engineMs: cpuMs / atOnce.trades,
		usedMs: Object.fromEntries(used),
	}
}

/** The processor time of each process so far, in milliseconds. */
async function processorTimes(network: SplitNetwork): Promise<Record<string, number>> {
	const { ledger, service, solver, maker, databaseFolder } = network
	const [ofLedger, ofService, ofMaker, ofSolver] = await Promise.all([
		ledger.cpuMs(),
		service.cpuMs(),
		maker.cpuMs(),
		solver?.cpuMs() ?? 0,
	])
	return {
		'the ledger’s process': ofLedger,
		'the service’s': ofService,
		'the database’s': processorMs(databaseFolder),
		'the solver’s': ofSolver,
		'the maker’s': ofMaker,
	}
}

async function memoryRows({ service, databaseFolder }: SplitNetwork): Promise<string[][]> {
	const { rss } = (await service.ask('memory')) as Memory
	return [
		['memory of the service’s process', mebibytes(rss), '', ''],
		['— of the database’s', mebibytes(memoryBytes(databaseFolder)), '', ''],
	]
}

/** The service has seen all of its orders end, so that it makes no further ledger calls for them. */
async function untilIdle({ service }: SplitNetwork): Promise<void> {
	await until('all orders to end', async () => (await service.ask('open')) === 0)
}

/** How many messages, and statements in them, the database gets between two points of a trade, one trade at a time. */
function statementRows({ passages, service }: Measured): string[][] {
	const row = (kind: string, name: string, from: keyof TradePassage, to: keyof TradePassage) => {
		const counts = passages.map(passage => service.count(kind, passage[from], passage[to]))
		return [name, ...[0.5, 0.99].map(share => String(percentile(counts, share))), '']
	}
	return [
		row(databaseMessage, 'messages to the database on the way order → maker', 'sentMs', 'askedMs'),
		row('statement', '— statements in them', 'sentMs', 'askedMs'),
		row(databaseMessage, 'messages to the database on the way fill → bundle', 'fillSentMs', 'bundledMs'),
		row('statement', '— statements in them', 'fillSentMs', 'bundledMs'),
	]
}

/** Where the time of one trade goes, one trade at a time: each kind of work, and how often a trade needs it. */
function partRows({ passages, service, ledger }: Measured, validate: readonly number[]): string[][] {
	const row = (stopwatch: Stopwatch, kind: string) => {
		const durations = stopwatch.durations(kind)
		return [...cells(`${kind}, ${(durations.length / passages.length).toFixed(1)} a trade`, durations), '']
	}
	return [
		[...cells('bytes read and verified, 2.0 a trade', validate), ''],
		...[...ledgerCalls, 'status', databaseMessage, 'statement'].map(kind => row(service, kind)),
		...['engine: preview', 'engine: commit'].map(kind => row(ledger, kind)),
	]
}

function cells(name: string, samples: readonly number[]): string[] {
	const { p50, p99 } = spread(samples)
	return [name, p50, p99]
}
