import assert from 'node:assert/strict'
import { type ErrorCode, errorTable, type ProblemWire, problemWire } from '@accord/protocol'
import { errorsOf, type Operation, operatorOperations } from '@accord/protocol/contract'
import type { TestNetwork } from './test-network.ts'

/** The key to the operator API of a test's service. */
export const operatorKey = '7f'.repeat(32)

/** The setting that enables the operator API of a test's service. */
export const operatorSetting = { operator: { host: '127.0.0.1', port: 0, key: operatorKey } }

/** The environment in which commands reach a network's operator API. */
export function operatorEnv({ service }: Pick<TestNetwork, 'service'>): Record<string, string> {
	return { ACCORD_OPERATOR_URL: service.operatorUrl ?? '', ACCORD_OPERATOR_KEY: operatorKey }
}

type Asked = { body?: unknown; key?: string | undefined }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls the operator API; the answer must match its document, and has the type the caller names. */
// biome-ignore lint/suspicious/noExplicitAny: looked into field by field
export async function askOperator<T = any>(
	network: Pick<TestNetwork, 'service'>,
	call: `${Method} /${string}`,
	asked: Asked = {},
): Promise<T> {
	const { response, message } = await send(network, call, asked)
	assert.equal(response.status, 200, `${call}: ${JSON.stringify(message)}`)
	const { wire } = operationOf(call).answers[0]?.body ?? assert.fail(`${call} has no body`)
	const { data, error } = wire.safeParse(message)
	assert.deepEqual([error, data], [undefined, message], `${call} is not answered as documented`)
	return message as T
}

/** Makes a request that is refused with this code, which must be documented. */
export async function refusedOperator(
	network: Pick<TestNetwork, 'service'>,
	call: `${Method} /${string}`,
	{ code, ...asked }: Asked & { code: ErrorCode },
): Promise<ProblemWire> {
	const { response, message } = await send(network, call, asked)
	const problem = problemWire.parse(message)
	assert.deepEqual([response.status, problem.code], [errorTable[code].httpStatus, code], problem.detail)
	assert.equal(response.headers.get('content-type'), 'application/problem+json')
	if (code === 'unauthorized') assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer /)
	else assert(errorsOf(operationOf(call)).includes(code), `${call}: ${code} is not documented`)
	return problem
}

async function send({ service }: Pick<TestNetwork, 'service'>, call: string, asked: Asked) {
	const { body, key = 'key' in asked ? undefined : operatorKey } = asked
	const [method = '', path = ''] = call.split(' ')
	const response = await fetch(`${service.operatorUrl}${path}`, {
		method,
		headers: {
			...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	const text = await response.text()
	return { response, message: text === '' ? undefined : JSON.parse(text) }
}

function operationOf(call: string): Operation {
	const [method = '', url = ''] = call.split(' ')
	const segments = segmentsOf(url)
	const fits = ({ path, ...operation }: Operation) =>
		operation.method === method.toLowerCase() &&
		segmentsOf(path).length === segments.length &&
		segmentsOf(path).every((part, at) => part.startsWith('{') || part === segments[at])
	return Object.values<Operation>(operatorOperations).find(fits) ?? assert.fail(`${call} is not documented`)
}

function segmentsOf(url: string): string[] {
	return (url.split('?')[0] ?? '').split('/').filter(segment => segment !== '')
}
