import type { ServerResponse } from 'node:http'
import { TradeError, toProblem } from '@accord/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from './accepted-encodings.ts'
import { clientAddress, type TrustProxy } from './client-address.ts'
import { FormattedEvent, SharedGzip, StreamBytes } from './event-bytes.ts'
import { Places } from './places.ts'

export type EventStreamLimits = { readonly outgoingBytes: number; readonly eventStreamsPerAddress: number }

/** A reader that receives nothing for several of these knows that the service or the connection is stuck. */
const beatMs = 1_000
/**
 * Streams send their heartbeats in turns, so that thousands of them do not hold up everything else at the same time.
 */
const beatTurns = 10
const retryAfterS = 10
/** How long a slow reader may take to read what it was sent before its connection is destroyed. */
const closeTimeoutMs = 2_000

const beat = new StreamBytes(Buffer.from(':\n\n'))

/** Where the events of one book, pair or order go: a stream of its own, or a part of a combined one. */
export type EventSink = {
	send(event: FormattedEvent): void
	/** Calls back when it has ended, for any reason. */
	onClose(closed: () => void): void
	/** Ends it after its last event. */
	end(): void
	/** Ends it with an event that gives the reason. */
	close(reason: TradeError): void
}

/**
 * The open event streams (server-sent events), limited per address. Each gets a comment every second, which tells
 * readers that the service is alive and keeps proxies from closing the stream. When the service ends a stream, it sends
 * a `closing` event.
 */
export class EventStreams {
	readonly #limits: EventStreamLimits
	readonly #isTrustedProxy: TrustProxy | undefined
	/** The open streams, by the turn in which their heartbeats are sent. */
	readonly #open = Array.from({ length: beatTurns }, () => new Set<EventStream>())
	readonly #places: Places
	readonly #timer: NodeJS.Timeout
	#opened = 0
	#turn = 0

	constructor(limits: EventStreamLimits, isTrustedProxy?: TrustProxy) {
		this.#limits = limits
		this.#isTrustedProxy = isTrustedProxy
		this.#places = new Places({ perHolder: limits.eventStreamsPerAddress })
		this.#timer = setInterval(() => this.#beat(), beatMs / beatTurns).unref()
	}

	/** The number of open streams. */
	get size(): number {
		return this.#open.reduce((sum, { size }) => sum + size, 0)
	}

	/** Starts the answer, with the headers set so far. @throws TradeError `rate_limited` */
	open(request: FastifyRequest, reply: FastifyReply): EventStream {
		const { outgoingBytes, eventStreamsPerAddress } = this.#limits
		const address = clientAddress(request, this.#isTrustedProxy)
		if (!this.#places.take(address, reply.raw)) {
			throw new TradeError('rate_limited', `an address may have ${eventStreamsPerAddress} event streams open`, {
				extra: { retry_after_s: retryAfterS },
			})
		}
		const stream = new EventStream(request, reply, outgoingBytes)
		const turn = this.#turnAt(this.#opened++)
		turn.add(stream)
		stream.onClose(() => turn.delete(stream))
		return stream
	}

	/** Each of the functions ends a stream. */
	drain(): (() => void)[] {
		const streams = this.#open.flatMap(turn => [...turn])
		return streams.map(stream => () => stream.close(new TradeError('shutting_down')))
	}

	/** Ends every remaining stream. */
	close(): void {
		clearInterval(this.#timer)
		for (const end of this.drain()) end()
	}

	#beat(): void {
		for (const stream of this.#turnAt(this.#turn++)) stream.write(beat)
	}

	#turnAt(count: number): Set<EventStream> {
		const turn = this.#open[count % beatTurns]
		if (turn === undefined) throw new Error('every count has its turn')
		return turn
	}
}

/**
 * One answer that consists of events, compressed if the client accepts that. A reader that is too slow is disconnected,
 * so that nothing is buffered for it.
 */
export class EventStream implements EventSink {
	readonly #response: ServerResponse
	readonly #limitBytes: number
	readonly #whenClosed: (() => void)[] = []
	readonly #context: { instance: string; requestId: string }
	readonly #gzip: SharedGzip | undefined

	constructor(request: FastifyRequest, reply: FastifyReply, limitBytes: number) {
		this.#limitBytes = limitBytes
		this.#context = { instance: request.url.split('?')[0] ?? request.url, requestId: request.id }
		this.#gzip = acceptsGzip(request.headers['accept-encoding']) ? new SharedGzip() : undefined
		const headers = {
			...reply.getHeaders(),
			'content-type': 'text/event-stream',
			...(this.#gzip === undefined ? {} : { 'content-encoding': 'gzip' }),
			vary: 'accept-encoding',
			'cache-control': 'no-cache',
			'x-accel-buffering': 'no',
			// The connection ends with the stream, so that a stopping service need not wait for it.
			connection: 'close',
		}
		reply.hijack()
		this.#response = reply.raw
		this.#response.on('error', () => this.#response.destroy())
		this.#response.once('close', () => {
			for (const closed of this.#whenClosed.splice(0)) closed()
		})
		this.#response.writeHead(200, headers as Record<string, string>).flushHeaders()
		if (this.#gzip !== undefined) this.#response.write(this.#gzip.header)
	}

	onClose(closed: () => void): void {
		if (this.#response.closed) closed()
		else this.#whenClosed.push(closed)
	}

	send({ bytes }: FormattedEvent): void {
		this.write(bytes)
	}

	/** Sends bytes unchanged; does nothing if the stream has ended. */
	write(bytes: StreamBytes): void {
		if (this.#hasEnded) return
		this.#response.write(this.#encoded(bytes))
		if (this.#response.writableLength > this.#limitBytes) this.close(new TradeError('slow_consumer'))
	}

	end(): void {
		if (!this.#hasEnded) this.#response.end(this.#gzip?.end())
	}

	close(reason: TradeError): void {
		if (this.#hasEnded) return
		const closing = FormattedEvent.of({ event: 'closing', data: this.problem(reason) })
		this.#response.write(this.#encoded(closing.bytes))
		this.end()
		setTimeout(() => this.#response.destroy(), closeTimeoutMs).unref()
	}

	/** The reason why a part of the stream ends, as a problem of this request. */
	problem(reason: TradeError) {
		return toProblem(reason, this.#context)
	}

	get #hasEnded(): boolean {
		return this.#response.writableEnded || this.#response.destroyed
	}

	#encoded(bytes: StreamBytes): Buffer {
		return this.#gzip?.add(bytes) ?? bytes.plain
	}
}
