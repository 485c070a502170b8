import type { Clock } from '@accord/protocol'
import type { LogRange } from '../../db/log-range.ts'
import type { LogStart, NumberedStream } from '../sockets/numbered-stream.ts'
import type { Replays } from '../sockets/replays.ts'
import type { SocketWriter } from '../sockets/socket-writer.ts'
import { cursorMessage, type EventMessage } from './solver-messages.ts'

/** The log of publications and withdrawals, as solvers with `events=1` receive it. */
export type SolverLog = {
	readonly stream: NumberedStream<EventMessage>
	readonly range: () => Promise<LogRange>
	/** The current incarnation of its numbers. */
	readonly incarnation: () => string
	/** Entries further from the end than this are read as a replay. */
	readonly pageSize: number
	readonly replays: Pick<Replays, 'begin' | 'turn'>
	/** The publications after `after`, up to `upTo`, that are not withdrawn; at most one page. */
	readonly openPublications: (range: { after: number; upTo: number }) => Promise<readonly EventMessage[]>
}

type EventSessionDeps = {
	readonly clock: Clock
	readonly log: SolverLog
	readonly client: string
	readonly writer: Pick<SocketWriter, 'send' | 'flushed' | 'isFilling'>
	readonly failed: (error: unknown) => void
	/** Called once, when the backlog has been sent. */
	readonly joined?: () => void
}

const cursorEveryMs = 30_000

/**
 * The messages to one solver with `events=1`: the open bundles, or everything after its cursor; then a cursor; then
 * every new entry, and a cursor every 30 s. The solver can resume after any message that it was sent.
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
	start(since: LogStart | undefined): void {
		if (since !== undefined) this.#follow(since)
		else this.#sendOpen().then(after => this.#follow({ after }), this.#deps.failed)
	}

	end(): void {
		this.#isEnded = true
		this.#unsubscribe()
		this.#cancel()
	}

	/** Withdrawals in the meantime are among the entries after the returned number. */
	async #sendOpen(): Promise<number> {
		const { client, log, writer } = this.#deps
		const { last: upTo } = await log.range()
		for (let after = 0; !this.#isEnded; ) {
			const range = { after, upTo }
			const page = await log.replays.turn(client, () => log.openPublications(range))
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

	#follow(start: LogStart): void {
		if (this.#isEnded) return
		const { client, log, writer, failed } = this.#deps
		this.#lastSent = start.after
		const subscriber = {
			push: ({ number, message }: EventMessage) => {
				this.#lastSent = number
				writer.send(message)
			},
			flushed: () => writer.flushed(),
			isFilling: () => writer.isFilling,
			failed,
			client,
			joined: () => {
				this.#deps.joined?.()
				this.#sendCursors()
			},
		}
		this.#unsubscribe = log.stream.subscribe(subscriber, start)
	}

	#sendCursors(): void {
		if (this.#isEnded) return
		const { clock, log, writer } = this.#deps
		writer.send(cursorMessage(this.#lastSent, log.incarnation()))
		this.#cancel = clock.wakeAt(clock.nowMs() + cursorEveryMs, () => this.#sendCursors())
	}
}
