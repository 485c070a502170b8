import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ErrorCode, TradeError, toProblem } from '@accord/protocol'
import { AsyncQueue } from '../transport/async-queue.ts'
import { TradeApi } from '../transport/trade-api.ts'

/** One answer, written by the test. */
export type OpenAnswer = {
	readonly request: IncomingMessage
	/** Starts an event stream as the answer; the first event or comment does this, too. */
	begin(): OpenAnswer
	event(event: string, data: unknown, id?: number): OpenAnswer
	comment(): OpenAnswer
	json(body: unknown, status?: number): void
	/** Answers with a page, as something between client and service does. */
	html(text: string, status?: number, headers?: Record<string, string>): void
	refuse(code: ErrorCode, headers?: Record<string, string>): void
	empty(): void
	end(): void
	/** Breaks off the connection, like a failing network. */
	cut(): void
}

/** A small real HTTP server whose answers the test writes, one after another. */
export type EventServer = {
	url: string
	api: TradeApi
	/** The requested paths, in order. */
	paths: string[]
	/** The next request, once it has arrived. */
	next(): Promise<OpenAnswer>
}

export async function startEventServer(t: { after(fn: () => unknown): void }): Promise<EventServer> {
	const requests = new AsyncQueue<OpenAnswer>({ capacity: 1_000, whenFull: 'refuse' })
	const paths: string[] = []
	const server = createServer((request, response) => {
		paths.push(request.url ?? '')
		requests.push(openAnswer(request, response))
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	t.after(() => {
		server.closeAllConnections()
		server.close()
	})
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const next = async () => (await requests.next()).value as OpenAnswer
	return { url, api: new TradeApi({ baseUrl: url, retriesMax: 0 }), paths, next }
}

function openAnswer(request: IncomingMessage, response: ServerResponse): OpenAnswer {
	const answer: OpenAnswer = {
		request,
		begin: () => {
			if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
			return answer
		},
		event: (event, data, id) => {
			answer.begin()
			response.write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)
			return answer
		},
		comment: () => {
			answer.begin()
			response.write(':\n\n')
			return answer
		},
		json: (body, status = 200) => {
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
		},
		html: (text, status = 200, headers = {}) => {
			response.writeHead(status, { ...headers, 'content-type': 'text/html' }).end(text)
		},
		refuse: (code, headers = {}) => {
			const problem = toProblem(new TradeError(code))
			response.writeHead(problem.status, { ...headers, 'content-type': 'application/problem+json' })
			response.end(JSON.stringify(problem))
		},
		empty: () => {
			response.writeHead(204).end()
		},
		end: () => {
			response.end()
		},
		cut: () => {
			response.destroy()
		},
	}
	return answer
}
