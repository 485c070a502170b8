import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { parseWire, TradeError, toProblem } from '@accord/protocol'
import { type Operation, operatorOperations } from '@accord/protocol/contract'

/** A valid request that was received. */
export type ReceivedRequest = { readonly id: string; readonly path: string; readonly body?: unknown }

export const documentedKey = 'a key of the operator for documented answers'

/** Changes an answer; without an operation, a refusal. */
type Change = (body: unknown, operation?: Operation) => unknown

/**
 * An operator API that answers each documented request with its documented example and refuses all others, so that
 * commands are tested against the contract. `change` changes its answers.
 */
export async function documentedOperator(t: TestContext, options: { readonly change?: Change } = {}) {
	const { change = body => body } = options
	const requests: ReceivedRequest[] = []
	const server = createServer((request, response) => {
		answer(request, requests).then(
			({ status, body, operation }) =>
				response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(change(body, operation))),
			error => response.writeHead(400).end(JSON.stringify(change(toProblem(error)))),
		)
	})
	await once(server.listen(0, '127.0.0.1'), 'listening')
	t.after(() => {
		server.close()
		server.closeAllConnections()
	})
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	return { requests, url, env: { ACCORD_OPERATOR_URL: url, ACCORD_OPERATOR_KEY: documentedKey } }
}

async function answer(
	request: IncomingMessage,
	requests: ReceivedRequest[],
): Promise<{ status: number; body: unknown; operation: Operation }> {
	const { method = '', url = '' } = request
	const { pathname, searchParams } = new URL(url, 'http://localhost')
	const operation = Object.values<Operation>(operatorOperations).find(
		one => one.method === method.toLowerCase() && isAt(one, pathname),
	)
	if (operation === undefined) throw new TradeError('not_found', `${method} ${url} is not documented`)
	if (request.headers.authorization !== `Bearer ${documentedKey}`) throw new TradeError('unauthorized')
	if (operation.query !== undefined) parseWire(operation.query.schema.strict(), Object.fromEntries(searchParams))
	const text = Buffer.concat(await request.toArray()).toString()
	const body = text === '' ? undefined : JSON.parse(text)
	if (body !== undefined) parseWire(bodySchema(operation), body)
	requests.push({ id: operation.id, path: url, ...(body !== undefined && { body }) })
	const [first] = operation.answers
	return { status: first?.status ?? 200, body: first?.body?.example, operation }
}

function isAt({ path }: Operation, pathname: string): boolean {
	return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
}

function bodySchema({ id, body }: Operation) {
	if (body === undefined) throw new TradeError('validation_failed', `${id} takes no body`)
	return body.schema
}
