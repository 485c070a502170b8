import { fetchFromManyAddresses, HonestLoad } from '../../soak/honest-load.ts'
import { mebibytes, percentile } from '../percentile.ts'
import { processorMs } from '../process-tree.ts'
import { Served } from '../served/served.ts'
import { monotonicMs } from '../settle/monotonic.ts'
import type { Held } from '../settle/service-main.ts'
import { type SplitNetwork, startSplitNetwork } from '../settle/split-network.ts'
import { printTable } from '../table.ts'
import type { HostileArgument, Refused } from './hostile-main.ts'

const perSecond = 20
const roundMs = 20_000
const noLimit = { requests_per_minute: 1e9, connections_per_address: 1e9 }

/** How many orders of one hostile client are refused a second while others trade, and how that affects them. */
export async function benchRefuse(): Promise<void> {
	const rows: string[][] = []
	for (const [limits, name] of [
		[{}, 'usual limits'],
		[noLimit, 'no limits'],
	] as const) {
		const settings = { trusted_proxies: ['127.0.0.1'], limits }
		const network = await startSplitNetwork({
			isTimed: false,
			settings,
			ledger: 'stand-in',
			fetch: fetchFromManyAddresses(),
		})
		try {
			const honest = new HonestLoad(network, { perSecond })
			await honest.run(roundMs / 4)
			rows.push([`${name}: nobody hostile`, ...(await round(network, honest))])
			for (const refused of ['no_liquidity', 'a wrong signature'] as const) {
				rows.push([`${name}: ${refused}`, ...(await besideHostile(network, { honest, refused }))])
			}
			if (honest.failures.length > 0) throw new Error(`honest trades failed: ${honest.failures[0]}`)
		} finally {
			await network.stop()
		}
	}
	const head = ['', 'refused a second', 'told to wait a second', 'honest: accepted (p99)', 'committed (p99)']
	printTable([...head, 'service’s share of a core', 'database’s', 'resident, both'], rows)
}

type Beside = { readonly honest: HonestLoad; readonly refused: Refused }

async function besideHostile(network: SplitNetwork, { honest, refused }: Beside): Promise<string[]> {
	const argument: HostileArgument = { ...network.at, refused }
	const hostile = await Served.start(new URL('./hostile-main.ts', import.meta.url), argument)
	try {
		return await round(network, honest, hostile)
	} finally {
		await hostile.stop()
	}
}

async function round(
	{ service, databaseFolder }: SplitNetwork,
	honest: HonestLoad,
	hostile?: Pick<Served<unknown>, 'ask'>,
): Promise<string[]> {
	const counts = async () => ((await hostile?.ask('counts')) ?? {}) as Record<string, number>
	const used = async () => [await service.cpuMs(), processorMs(databaseFolder)]
	const [before, startedMs, usedBefore] = [await counts(), monotonicMs(), await used()]
	const trades = await honest.run(roundMs)
	const [after, tookMs] = [await counts(), monotonicMs() - startedMs]
	const shares = (await used()).map((ms, of) => (ms - (usedBefore[of] ?? 0)) / tookMs)
	const aSecond = (status: string) => (1000 * ((after[status] ?? 0) - (before[status] ?? 0))) / tookMs
	const p99 = (times: readonly number[]) => `${Math.round(percentile(times, 0.99))} ms`
	const { residentBytes } = (await service.ask('held')) as Held
	return [
		hostile === undefined ? '' : aSecond('422').toFixed(0),
		hostile === undefined ? '' : aSecond('429').toFixed(0),
		p99(trades.map(({ acceptedMs }) => acceptedMs)),
		p99(trades.map(({ committedMs }) => committedMs)),
		...shares.map(share => `${Math.round(100 * share)} %`),
		mebibytes(residentBytes),
	]
}
