import { STATUS_CODES } from 'node:http'
import { TradeError, toProblem } from '@accord/protocol'
import { problemHeaders } from './problem-headers.ts'

/** A whole HTTP answer that refuses, as text: for connections that no HTTP server answers on. */
export function rawProblem(
	error: unknown,
	{ headers = {}, ...context }: { instance?: string; requestId: string; headers?: Record<string, string> },
): string {
	const refused = error instanceof TradeError ? error : new TradeError('internal')
	const problem = toProblem(refused, context)
	const body = JSON.stringify(problem)
	const all = {
		...problemHeaders(refused, problem.status),
		...headers,
		'content-length': String(Buffer.byteLength(body)),
		'x-request-id': context.requestId,
		connection: 'close',
	}
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
	return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`
}
