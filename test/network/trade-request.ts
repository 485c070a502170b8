import assert from 'node:assert/strict'
import { type ErrorCode, type ProblemWire, problemWire } from '@accord/protocol'
import type { TestNetwork } from './test-network.ts'

/** A raw answer of the Trade API, for parts that clients never show. */
export type TradeAnswer = { status: number; headers: Headers; body: unknown }

type Asked = { method?: string; body?: unknown; headers?: Record<string, string> }

/** Calls the Trade API over plain HTTP; a string body is sent unchanged. */
export async function askTrade(
	{ service }: Pick<TestNetwork, 'service'>,
	path: string,
	{ body, headers = {}, method = body === undefined ? 'GET' : 'POST' }: Asked = {},
): Promise<TradeAnswer> {
	const response = await fetch(service.url + path, {
		method,
		headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	})
	const text = await response.text()
	return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** Makes a request that must be refused with this status and code; returns the problem document. */
export async function refusedTrade(
	network: Pick<TestNetwork, 'service'>,
	path: string,
	{ status, code, ...asked }: Asked & { status: number; code: ErrorCode },
): Promise<ProblemWire> {
	const answer = await askTrade(network, path, asked)
	const problem = problemWire.parse(answer.body)
	assert.deepEqual([answer.status, problem.code], [status, code], problem.detail)
	assert.equal(answer.headers.get('content-type'), 'application/problem+json')
	assert.equal(problem.status, status)
	if (status === 429 || status === 503) assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
	if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /SERVICE-API-KEY/)
	return problem
}
