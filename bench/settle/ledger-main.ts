import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Markers, type RunningLocalLedger, startLocalLedger, wallClock } from '@accord/ledger'
import { Decimal, type Token } from '@accord/protocol'
import { type Behaviour, publishRecognizing } from '../../test/fixtures/recognizing-package.ts'
import { GatewayProxy } from '../../test/network/gateway-proxy.ts'
import { serve } from '../served/serve.ts'
import { EngineReplay } from './engine-replay.ts'
import { monotonicMs } from './monotonic.ts'
import { Stopwatch } from './stopwatch.ts'

export type LedgerArgument = {
	readonly directory: string
	readonly accounts: readonly string[]
	/** How long each answer takes on its way, as from a Gateway elsewhere. */
	readonly delayMs?: number
	/** What published code does where the fee balance tells a commit from a preview. */
	readonly publishes?: Behaviour
}
export type LedgerReady = {
	readonly url: string
	readonly tokens: readonly Token[]
	readonly markers: Markers
	/** The address of the package, if one was published. */
	readonly published?: string
}

/** Of every token, for everyone: more than any benchmark trades. */
const funds = Decimal.parse('200000')

/** The local ledger in its own process; it reports when it committed something, and how long the engine worked. */
serve(async ({ directory: folder, accounts, delayMs, publishes }: LedgerArgument) => {
	const directory = join(folder, 'ledger')
	mkdirSync(directory)
	const running = await startLocalLedger({ clock: wallClock, directory })
	const amounts = running.tokens.map(({ resourceAddress }) => ({ resource: resourceAddress, amount: funds }))
	for (const account of accounts) await running.treasury.fund(account, amounts)
	const stopwatch = new Stopwatch()
	const commits = watchCommits(running, stopwatch)
	const engine = new EngineReplay(running, directory)
	const published = publishes && publishRecognizing(running.ledger, publishes)
	const proxy = delayMs === undefined ? undefined : await GatewayProxy.start({ delayMs })
	proxy?.forwardTo(running.url)
	const url = proxy?.url ?? running.url
	const { tokens, markers } = running
	const ready: LedgerReady = { url, tokens, markers, ...(published === undefined ? {} : { published }) }
	const calls = {
		committed: (subintentId: unknown) => commits.committed(String(subintentId)),
		reset: () => stopwatch.reset(),
		times: () => stopwatch.entries,
		record: () => engine.record(),
		replay: () => engine.replay(),
	}
	return {
		ready,
		calls,
		stop: async () => {
			proxy?.stop()
			await running.stop()
		},
	}
})

/** Times the calls to the engine, and reports a subintent's commit time to those waiting for it. */
function watchCommits({ ledger }: RunningLocalLedger, stopwatch: Stopwatch) {
	const committedAtMs = new Map<string, number>()
	const waiting = new Map<string, (atMs: number) => void>()
	const submit = ledger.submit.bind(ledger)
	const preview = ledger.preview.bind(ledger)
	ledger.preview = (...args) => stopwatch.timeCall('engine: preview', () => preview(...args))
	ledger.submit = transaction => {
		const result = stopwatch.timeCall('engine: commit', () => submit(transaction))
		const atMs = monotonicMs()
		for (const { subintentId, finalized } of result.record?.subintents ?? []) {
			if (!finalized) continue
			committedAtMs.set(subintentId, atMs)
			waiting.get(subintentId)?.(atMs)
			waiting.delete(subintentId)
		}
		return result
	}
	return {
		committed: async (subintentId: string) =>
			committedAtMs.get(subintentId) ?? new Promise<number>(resolve => waiting.set(subintentId, resolve)),
	}
}
