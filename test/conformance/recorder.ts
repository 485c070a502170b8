import assert from 'node:assert/strict'
import diagnostics from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { checkAnswer, type Finding } from './check-answer.ts'
import { checkSolverMessage, FlashConversation } from './check-message.ts'
import { FrameReader } from './frame-reader.ts'

const bodyBytesMax = 2_000_000
const faultsMax = 20

/**
 * Checks everything that a service in this process answers and sends against its own documents. It listens on the server,
 * so that no client can bypass it.
 */
export class Recorder {
	readonly #port: number
	readonly #faults = new Set<string>()
	readonly #seen = new Map<string, number>()
	#server: Server | undefined

	/** Records the service at this port from its first ordinary request on. */
	constructor({ port }: { readonly port: number }) {
		this.#port = port
		diagnostics.subscribe('http.server.request.start', this.#onRequest)
	}

	/** How often each answer and message was seen: `getOrderStatus 404 unknown_order`. */
	get seen(): ReadonlyMap<string, number> {
		return this.#seen
	}

	/** Ends the record. @throws AssertionError with everything that did not match the documents */
	stop(): void {
		diagnostics.unsubscribe('http.server.request.start', this.#onRequest)
		this.#server?.off('upgrade', this.#onUpgrade)
		const file = process.env.ACCORD_RECORD
		if (file !== undefined) appendFileSync(file, [...this.#seen.keys(), ''].join('\n'))
		assert.deepEqual([...this.#faults], [], 'the service said something that its documents do not')
	}

	readonly #onRequest = (message: unknown): void => {
		const { request, response, server } = message as Exchange
		if (request.socket.localPort !== this.#port) return
		if (this.#server === undefined) {
			this.#server = server
			server.prependListener('upgrade', this.#onUpgrade)
		}
		const answer = captureAnswer(response)
		response.once('close', () => {
			// A client that leaves before the answer begins gets none.
			if (!response.headersSent) return
			const { method = '', url = '' } = request
			this.note(checkAnswer({ method, url, status: response.statusCode, ...answer() }))
		})
	}

	readonly #onUpgrade = (request: IncomingMessage, stream: Duplex): void => {
		const isFlash = (request.url ?? '').replace(/\/+/g, '/').startsWith('/flash')
		const conversation = new FlashConversation()
		const received = new FrameReader(text => conversation.sent(text))
		const sent = new FrameReader(text => {
			for (const finding of isFlash ? conversation.received(text) : [checkSolverMessage(text)]) this.note(finding)
		})
		tap(stream, { received, sent })
	}

	/** Adds the kind of an answer or a message, including the server's answers before there is a request. */
	note({ seen, faults }: Finding): void {
		this.#seen.set(seen, (this.#seen.get(seen) ?? 0) + 1)
		for (const fault of faults) if (this.#faults.size < faultsMax) this.#faults.add(fault)
	}
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly server: Server }

/** Records the body of an answer; the returned function returns it. */
function captureAnswer(response: ServerResponse): () => { headers: OutgoingHttpHeaders; body: string } {
	const chunks: Buffer[] = []
	let size = 0
	let given: OutgoingHttpHeaders = {}
	const keep = (chunk: unknown) => {
		if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
		size += chunk.length
		if (size <= bodyBytesMax) chunks.push(Buffer.from(chunk as string))
	}
	const { write, end, writeHead } = response
	response.write = ((...all: Parameters<typeof write>) => {
		keep(all[0])
		return write.apply(response, all)
	}) as typeof write
	response.end = ((...all: Parameters<typeof end>) => {
		keep(all[0])
		return end.apply(response, all)
	}) as typeof end
	response.writeHead = ((...all: Parameters<typeof writeHead>) => {
		const headers = all.find(one => typeof one === 'object')
		if (headers !== undefined) given = { ...given, ...lowerCased(asObject(headers)) }
		return writeHead.apply(response, all)
	}) as typeof writeHead
	return () => {
		const headers = { ...response.getHeaders(), ...given }
		return { headers, body: decoded(Buffer.concat(chunks), headers['content-encoding']).toString() }
	}
}

/** A body before its compression. */
function decoded(body: Buffer, encoding: unknown): Buffer {
	if (body.length === 0) return body
	if (encoding === 'br') return brotliDecompressSync(body)
	// A client may leave a stream before its end.
	return encoding === 'gzip' ? gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH }) : body
}

/** Headers may be a list of alternating names and values. */
function asObject(headers: object): OutgoingHttpHeaders {
	if (!Array.isArray(headers)) return headers as OutgoingHttpHeaders
	const list = headers.flat() as string[]
	return Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : [])))
}

function lowerCased(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Also reads a stream that becomes a WebSocket; one that is refused carries no frames. */
function tap(stream: Duplex, { received, sent }: { received: FrameReader; sent: FrameReader }): void {
	const { write } = stream
	let isOpen = false
	// First, since the socket unmasks the bytes in place; a listener added first keeps them from flowing early.
	stream.prependListener('data', chunk => received.take(Buffer.from(chunk)))
	stream.write = ((...all: Parameters<typeof write>) => {
		const [chunk] = all
		if (isOpen) sent.take(Buffer.from(chunk))
		else isOpen = String(chunk).startsWith('HTTP/1.1 101')
		return write.apply(stream, all)
	}) as typeof write
}
