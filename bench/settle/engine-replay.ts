import { cpSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { type RunningLocalLedger, startLocalLedger, wallClock } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { monotonicMs } from './monotonic.ts'

type LocalLedger = RunningLocalLedger['ledger']

/** One call to the engine as the network made it, and the ledger's clock when it was made. */
type Call = {
	readonly kind: 'preview' | 'commit' | 'tick'
	readonly atMs: number
	/** Whether it succeeded. */
	run(ledger: LocalLedger): boolean
}

/** How long the engine alone took for the recorded calls, and what this process used meanwhile. */
export type Replayed = {
	readonly ms: number
	readonly cpuMs: number
	readonly previews: number
	readonly commits: number
}

const warmUpCalls = 60

/** Records the calls to the engine, and repeats them on a copy of the ledger made at the start. */
export class EngineReplay {
	readonly #directory: string
	readonly #calls: Call[] = []
	#committed = 0
	#copies = 0
	#isRecording = false

	/** @param directory where the ledger is; copies go beside it */
	constructor({ ledger }: RunningLocalLedger, directory: string) {
		this.#directory = directory
		this.#watch(ledger)
	}

	/** Only while nothing is committed: the files are copied. */
	record(): void {
		this.#copies += 1
		cpSync(this.#directory, this.#copy(), { recursive: true })
		this.#calls.length = 0
		this.#committed = 0
		this.#isRecording = true
	}

	/** The recorded calls in order, on a ledger that nothing else uses. */
	async replay(): Promise<Replayed> {
		this.#isRecording = false
		const clock = { nowMs: () => nowMs, wakeAt: wallClock.wakeAt } satisfies Clock
		let nowMs = this.#calls[0]?.atMs ?? 0
		const { ledger, stop } = await startLocalLedger({ clock, directory: this.#copy() })
		const previews = this.#calls.filter(({ kind }) => kind === 'preview')
		// A program that has just been started is slower at first.
		for (const call of previews.slice(0, warmUpCalls)) call.run(ledger)
		let committed = 0
		const [startedMs, usedBefore] = [monotonicMs(), process.cpuUsage()]
		for (const call of this.#calls) {
			nowMs = Math.max(nowMs, call.atMs)
			if (call.run(ledger) && call.kind === 'commit') committed += 1
			// The network asks this process about its ledger meanwhile.
			await turn()
		}
		const [ms, used] = [monotonicMs() - startedMs, process.cpuUsage(usedBefore)]
		await stop()
		if (committed !== this.#committed)
			throw new Error(
				`the network committed ${this.#committed} transactions, and of the same the engine alone ${committed}`,
			)
		return { ms, cpuMs: (used.user + used.system) / 1000, previews: previews.length, commits: committed }
	}

	#copy(): string {
		return `${this.#directory}-${this.#copies}`
	}

	#watch(ledger: LocalLedger): void {
		const preview = ledger.preview.bind(ledger)
		const submit = ledger.submit.bind(ledger)
		const tick = ledger.tick.bind(ledger)
		ledger.preview = (...args) => {
			const isDone = ({ status }: { status: string }) => status === 'Success'
			return this.#note('preview', () => preview(...args), { isDone, again: on => on.preview(...args) })
		}
		ledger.submit = transaction => {
			const isDone = ({ outcome }: { outcome: string }) => outcome === 'CommittedSuccess'
			return this.#note('commit', () => submit(transaction), { isDone, again: on => on.submit(transaction) })
		}
		ledger.tick = () => this.#note('tick', tick, { isDone: () => true, again: on => on.tick() })
	}

	#note<Result>(
		kind: Call['kind'],
		call: () => Result,
		{ isDone, again }: { isDone: (result: Result) => boolean; again: (on: LocalLedger) => Result },
	): Result {
		const atMs = wallClock.nowMs()
		const result = call()
		if (this.#isRecording) {
			this.#calls.push({ kind, atMs, run: on => isDone(again(on)) })
			if (kind === 'commit' && isDone(result)) this.#committed += 1
		}
		return result
	}
}
