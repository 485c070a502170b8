import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TradeError, toProblem } from '@accord/protocol'

type Answer = { status?: number; body: unknown; headers?: Record<string, string> }
type Call = { method: string; path: string; body: unknown; apiKey: string | undefined }

/**
 * A real HTTP server with a test's answers by `METHOD path`; an array has one answer per request, and the last one is
 * repeated.
 */
export async function startTradeServer(t: { after(fn: () => unknown): void }, routes: Record<string, unknown>) {
	const calls: Call[] = []
	const left = new Map(
		Object.entries(routes).map(([route, answers]) => [route, Array.isArray(answers) ? [...answers] : [answers]]),
	)
	const server = createServer(async (request, response) => {
		const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
		const body = await readBody(request)
		const apiKey = request.headers['service-api-key']?.toString()
		calls.push({ method: request.method ?? '', path: pathname + search, body, apiKey })
		const answers = left.get(`${request.method} ${pathname}`) ?? []
		const next = answers.length > 1 ? answers.shift() : answers[0]
		const { status, headers, body: content } = asAnswer((await next) ?? refused('not_found'))
		response.writeHead(status ?? 200, { 'content-type': 'application/json', ...headers })
		response.end(typeof content === 'string' ? content : JSON.stringify(content))
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	t.after(() => {
		server.closeAllConnections()
		server.close()
	})
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
	return { baseUrl, calls }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
	let text = ''
	for await (const chunk of request) text += chunk
	return text === '' ? undefined : JSON.parse(text)
}

const answers = new WeakSet<object>()

/** An answer with its own status or headers. */
export function answer(content: Answer): Answer {
	answers.add(content)
	return content
}

function asAnswer(value: unknown): Answer {
	return typeof value === 'object' && value !== null && answers.has(value) ? (value as Answer) : { body: value }
}

/** A refusal in the service's format. */
export function refused(
	code: ConstructorParameters<typeof TradeError>[0],
	headers: Record<string, string> = {},
): Answer {
	const problem = toProblem(new TradeError(code, undefined, { errors: [{ pointer: '/x' }] }))
	return answer({ status: problem.status, body: problem, headers })
}
