import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../bench/percentile.ts'
import { Served } from '../bench/served/served.ts'
import { monotonicMs } from '../bench/settle/monotonic.ts'
import type { Held } from '../bench/settle/service-main.ts'
import { type SplitNetwork, startSplitNetwork } from '../bench/settle/split-network.ts'
import { tradeAtOnce } from '../bench/settle/trades.ts'
import { fetchFromManyAddresses, HonestLoad, type HonestTrade } from './honest-load.ts'

// Honest users trade at half of this machine's capacity: alone first, then with one hostile client of each kind, then
// alone again. Every part has its own process, and the limits are the service's defaults.

export type SoakOptions = {
	readonly minutes: number
	/** Trades a second; measured first if absent. */
	readonly perSecond?: number
	readonly report?: (line: string) => void
}

export type Phase = {
	readonly name: 'alone' | 'beside hostile clients' | 'alone again'
	readonly acceptedP99Ms: number
	readonly committedP50Ms: number
	readonly committedP99Ms: number
	readonly trades: number
	/** As a fraction of one core: the service's, the ledger's. */
	readonly processorShares: { readonly service: number; readonly ledger: number }
	/** At regular moments, the last one after the phase has ended. */
	readonly held: readonly Held[]
}

export type Soak = {
	readonly perSecond: number
	readonly phases: readonly [alone: Phase, beside: Phase, again: Phase]
	/** Of the honest trades: each one is a failure of the service. */
	readonly failures: readonly string[]
	/** The answers to each hostile client, by its kind. */
	readonly hostile: readonly (readonly [kind: string, counts: Readonly<Record<string, number>>])[]
}

const shares = { alone: 0.2, beside: 0.7, again: 0.1 }
const samplesPerPhase = 20
const measured = { trades: 240, inFlight: 16 }
/** Users' requests come through a proxy, each from its own address, as in a deployment. */
const settings = { trusted_proxies: ['127.0.0.1'] }
/** The ledger is a Gateway away, and holds code that fails where less is locked than a preview locks. */
const hostile = { delayMs: 50, publishes: { belowXrd: 6, does: 'fail' } } as const
/** How long the remains of hostile clients may stay. */
const letGoMs = 20_000

export async function runSoak({ minutes, report = () => {}, ...options }: SoakOptions): Promise<Soak> {
	const network = await startSplitNetwork({ isTimed: false, settings, hostile, fetch: fetchFromManyAddresses() })
	try {
		const perSecond = options.perSecond ?? (await tradeAtOnce(network, measured)) / 2
		report(`${perSecond.toFixed(1)} trades a second, for ${minutes} minutes`)
		const honest = new HonestLoad(network, { perSecond })
		const run = async (name: Phase['name'], share: number) => {
			const phase = await runPhase(network, honest, { name, ms: minutes * 60_000 * share })
			report(describe(phase))
			return phase
		}
		const alone = await run('alone', shares.alone)
		const attackers = await Served.start(new URL('./hostile-main.ts', import.meta.url), network.at)
		const beside = await run('beside hostile clients', shares.beside)
		const hostile = (await attackers.ask('counts')) as Soak['hostile']
		await attackers.stop()
		await pause(letGoMs)
		const again = await run('alone again', shares.again)
		return { perSecond, phases: [alone, beside, again], failures: honest.failures, hostile }
	} finally {
		await network.stop()
	}
}

async function runPhase(
	{ service, ledger }: SplitNetwork,
	honest: HonestLoad,
	{ name, ms }: { name: Phase['name']; ms: number },
): Promise<Phase> {
	const held: Held[] = []
	const sample = async () => void held.push((await service.ask('held')) as Held)
	const sampling = setInterval(() => void sample(), ms / samplesPerPhase)
	const before = await used({ service, ledger })
	const trades = await honest.run(ms)
	const after = await used({ service, ledger })
	const share = (of: 'service' | 'ledger') => (after[of] - before[of]) / (after.atMs - before.atMs)
	clearInterval(sampling)
	await sample()
	const times = (of: keyof HonestTrade) => trades.map(trade => trade[of])
	return {
		name,
		acceptedP99Ms: percentile(times('acceptedMs'), 0.99),
		committedP50Ms: percentile(times('committedMs'), 0.5),
		committedP99Ms: percentile(times('committedMs'), 0.99),
		trades: trades.length,
		processorShares: { service: share('service'), ledger: share('ledger') },
		held,
	}
}

/** Processor time so far, in milliseconds. */
async function used({ service, ledger }: Pick<SplitNetwork, 'service' | 'ledger'>) {
	return { service: await service.cpuMs(), ledger: await ledger.cpuMs(), atMs: monotonicMs() }
}

function describe({ name, trades, acceptedP99Ms, committedP50Ms, committedP99Ms, processorShares, held }: Phase) {
	const last = held.at(-1)
	const mebibytes = (bytes = 0) => `${Math.round(bytes / 1024 / 1024)} MiB`
	const percent = (share: number) => `${Math.round(share * 100)} %`
	return [
		`${name}: ${trades} trades`,
		`accepted within ${Math.round(acceptedP99Ms)} ms (p99)`,
		`committed within ${Math.round(committedP50Ms)} ms (p50) and ${Math.round(committedP99Ms)} ms (p99)`,
		`of a core ${percent(processorShares.service)} by the service and ${percent(processorShares.ledger)} by the ledger`,
		`at its end ${mebibytes(last?.residentBytes)} resident`,
		`${last?.descriptors} descriptors`,
		`${mebibytes(last?.diskBytes)} on disk`,
	].join(', ')
}
