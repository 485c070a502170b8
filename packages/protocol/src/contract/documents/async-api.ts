import { closeCodes } from '../../error/close-codes.ts'
import { problemWire } from '../../error/problem.ts'
import { apiVersion } from '../api-version.ts'
import { flashContract } from '../flash/flash-contract.ts'
import { flashUpgradeErrors } from '../flash/flash-method.ts'
import { solverContract, solverQuery, solverUpgradeErrors } from '../solver-contract.ts'
import {
	flashMessages,
	flashOperations,
	messageReferences,
	solverMessages,
	solverOperations,
	solverQuerySchema,
} from './async-api-messages.ts'
import { componentsOf } from './components.ts'
import { serversOf } from './servers.ts'

/** Both WebSocket interfaces as an AsyncAPI 3 document, from the service's side: it receives what makers send. */
export function asyncApi(): Record<string, unknown> {
	const components = componentsOf([
		problemWire,
		solverQuery.schema,
		...flashContract.flatMap(({ params, result }) => [params, result].flatMap(sample => sample?.wire ?? [])),
		...solverContract.map(({ message }) => message.wire),
	])
	const messages = { ...flashMessages(components), ...solverMessages(components) }
	return {
		asyncapi: '3.0.0',
		info: {
			title: 'Accord Flash Liquidity API and Solver API',
			version: apiVersion,
			description,
			license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
		},
		defaultContentType: 'application/json',
		servers: serversOf().asyncApi,
		channels: {
			flash: {
				address: '/flash',
				title: 'Flash Liquidity API',
				description: 'JSON-RPC 2.0 in both directions. The connection request carries the API key.',
				messages: messageReferences(Object.keys(flashMessages(components))),
				bindings: { ws: { headers: keyHeader, bindingVersion: '0.1.0' } },
				'x-refusals': flashUpgradeErrors,
				'x-close-codes': closeCodes,
			},
			solver: {
				address: '/subintent-stream',
				title: 'Solver API',
				description: 'One-way and public: whatever a solver sends is ignored.',
				messages: messageReferences(Object.keys(solverMessages(components))),
				bindings: { ws: { query: solverQuerySchema(components), headers: solverKeyHeader, bindingVersion: '0.1.0' } },
				'x-refusals': solverUpgradeErrors,
				'x-close-codes': closeCodes,
			},
		},
		operations: { ...flashOperations(), ...solverOperations() },
		components: { messages, schemas: components.schemas },
	}
}

const description = `A refused connection request is answered with a problem document (RFC 9457) whose code is one of the channel’s \`x-refusals\`. A socket that the service closes is closed with one of its \`x-close-codes\`; the reason is the code’s name.

The service sends a WebSocket ping every 5 s and closes a connection without any frame for 10 s.`

/** Solvers with a key have reserved places. */
const solverKeyHeader = {
	type: 'object',
	properties: { 'SERVICE-API-KEY': { type: 'string', description: 'Optional: reserves a place.' } },
}

const keyHeader = {
	type: 'object',
	properties: { 'SERVICE-API-KEY': { type: 'string', description: 'Issued by the operator.' } },
	required: ['SERVICE-API-KEY'],
}
