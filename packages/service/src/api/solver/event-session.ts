import type { Clock } from '@accord/protocol'
import type { LogRange } from '../../db/log-range.ts'
import type { NumberedStream } from '../sockets/numbered-stream.ts'
import type { SocketWriter } from '../sockets/socket-writer.ts'
import { cursorMessage, type EventMessage } from './solver-messages.ts'

/** The log of publications and withdrawals, as solvers with `events=1` get it. */
export type SolverLog = {
	readonly stream: NumberedStream<EventMessage>
	readonly range: () => Promise<LogRange>
	/** Of its numbers, now. */
	readonly incarnation: () => string
	/** The publications after `after`, up to `upTo`, that are not withdrawn; at most one page. */
	readonly openPublications: (range: { after: number; upTo: number }) => Promise<readonly EventMessage[]>
}

type EventSessionDeps = {
	readonly clock: Clock
	readonly log: SolverLog
	readonly writer: Pick<SocketWriter, 'send' | 'flushed' | 'isFilling'>
	readonly failed: (error: unknown) => void
}

const cursorEveryMs = 30_000

/**
 * What one solver with `events=1` is sent: the open bundles, or everything after its cursor; then a cursor; then every new
 * entry, and a cursor every 30 s. It can resume after whatever it was sent last.
 */
export class EventSession {
	readonly #deps: EventSessionDeps
	#lastSent = 0
	#isEnded = false
	#unsubscribe = () => {}
	#cancel = () => {}

	constructor(deps: EventSessionDeps) {
		this.#deps = deps
	}

	/** Starts after a cursor, or with everything that is open now. */
	start(since: number | undefined): void {
		if (since !== undefined) this.#follow(since)
		else this.#sendOpen().then(last => this.#follow(last), this.#deps.failed)
	}

	end(): void {
		this.#isEnded = true
		this.#unsubscribe()
		this.#cancel()
	}

	/** Withdrawals in the meantime are among the entries after the number that it returns. */
	async #sendOpen(): Promise<number> {
		const { log, writer } = this.#deps
		const { last: upTo } = await log.range()
		for (let after = 0; !this.#isEnded; ) {
			const page = await log.openPublications({ after, upTo })
			const last = page.at(-1)
			if (last === undefined) break
			for (const { message } of page) {
				writer.send(message)
				if (writer.isFilling) await writer.flushed()
			}
			after = last.number
			await writer.flushed()
		}
		return upTo
	}

	#follow(after: number): void {
		if (this.#isEnded) return
		const { log, writer, failed } = this.#deps
		this.#lastSent = after
		const subscriber = {
			push: ({ number, message }: EventMessage) => {
				this.#lastSent = number
				writer.send(message)
			},
			flushed: () => writer.flushed(),
			isFilling: () => writer.isFilling,
			failed,
			joined: () => this.#sendCursors(),
		}
		this.#unsubscribe = log.stream.subscribe(subscriber, after)
	}

	#sendCursors(): void {
		if (this.#isEnded) return
		const { clock, log, writer } = this.#deps
		writer.send(cursorMessage(this.#lastSent, log.incarnation()))
		this.#cancel = clock.wakeAt(clock.nowMs() + cursorEveryMs, () => this.#sendCursors())
	}
}
