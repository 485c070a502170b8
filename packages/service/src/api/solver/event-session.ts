import type { Clock } from '@accord/protocol'
import type { NumberedStream } from '../sockets/numbered-stream.ts'
import type { SocketWriter } from '../sockets/socket-writer.ts'
import { cursorMessage, type EventMessage } from './event-message.ts'

/** The log of publications and withdrawals, as solvers with `events=1` get it. */
export type SolverLog = {
	readonly stream: NumberedStream<EventMessage>
	readonly lastNumber: () => Promise<number>
	/** The publications above `after` and up to `upTo` that are not withdrawn, at most a page of them. */
	readonly openPublications: (range: { after: number; upTo: number }) => Promise<readonly EventMessage[]>
}

type EventSessionDeps = {
	readonly clock: Clock
	readonly log: SolverLog
	readonly outgoing: Pick<SocketWriter, 'send' | 'flushed' | 'isFilling'>
	readonly failed: (error: unknown) => void
}

const cursorEveryMs = 30_000

/**
 * What one solver with `events=1` is sent: first what is open, or what came after its cursor, then a cursor, then
 * everything new, and a cursor again every 30 s. Whatever it was sent last, it can resume there.
 */
export class EventSession {
	readonly #deps: EventSessionDeps
	#sent = 0
	#isEnded = false
	#unsubscribe = () => {}
	#cancel = () => {}

	constructor(deps: EventSessionDeps) {
		this.#deps = deps
	}

	/** Starts after a cursor, or with all that is open now. */
	start(since: number | undefined): void {
		if (since !== undefined) this.#follow(since)
		else this.#sendOpen().then(last => this.#follow(last), this.#deps.failed)
	}

	end(): void {
		this.#isEnded = true
		this.#unsubscribe()
		this.#cancel()
	}

	/** What is withdrawn meanwhile is among what comes after the number that this gives. */
	async #sendOpen(): Promise<number> {
		const { log, outgoing } = this.#deps
		const upTo = await log.lastNumber()
		for (let after = 0; !this.#isEnded; ) {
			const page = await log.openPublications({ after, upTo })
			const last = page.at(-1)
			if (last === undefined) break
			for (const { message } of page) {
				outgoing.send(message)
				if (outgoing.isFilling) await outgoing.flushed()
			}
			after = last.number
			await outgoing.flushed()
		}
		return upTo
	}

	#follow(after: number): void {
		if (this.#isEnded) return
		const { log, outgoing, failed } = this.#deps
		this.#sent = after
		const subscriber = {
			push: ({ number, message }: EventMessage) => {
				this.#sent = number
				outgoing.send(message)
			},
			flushed: () => outgoing.flushed(),
			isFilling: () => outgoing.isFilling,
			failed,
			joined: () => this.#sendCursors(),
		}
		this.#unsubscribe = log.stream.subscribe(subscriber, after)
	}

	#sendCursors(): void {
		if (this.#isEnded) return
		const { clock, outgoing } = this.#deps
		outgoing.send(cursorMessage(this.#sent))
		this.#cancel = clock.wakeAt(clock.nowMs() + cursorEveryMs, () => this.#sendCursors())
	}
}
