import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorTable } from '../error/error-table.ts'
import { problemWire } from '../error/problem.ts'
import { flashMethods } from '../maker/flash-methods.ts'
import { operatorRoles } from '../operator/operator-key.ts'
import { SigningRequest } from '../order/signing.ts'
import { samplesOf } from '../testing/samples-of.ts'
import { problemExample } from './examples/problems.ts'
import { flashContract } from './flash/flash-contract.ts'
import { errorsOf, type Operation, type Sample } from './operation.ts'
import { operations, operatorOperations } from './operations.ts'
import { solverContract } from './solver-contract.ts'

const publicOperations = Object.values<Operation>(operations)
const ofOperator = Object.values<Operation>(operatorOperations)
const everyOperation = [...publicOperations, ...ofOperator]

// shows order book: Pair: base and quote symbol
// shows fees: Fee info: access rule, settlement fee per token, platform fee per level
// shows submission: Order submission result
// shows Trade API: GET /trade/info
// shows Trade API: POST /orders, the path in the walk-through
// shows limits: Versions and what they promise
describe('every example fits its schema, has no other members and is written as it was read', () => {
	for (const operation of everyOperation) {
		it(`${operation.method.toUpperCase()} ${operation.path}`, () => {
			for (const [what, sample] of samplesOf(operation)) assertFits(sample, what)
		})
	}
})

function assertFits({ wire, message, example }: Sample, what: string): void {
	const { error, data } = wire.safeParse(example)
	assert.equal(error, undefined, what)
	assert.deepEqual(data, example, what)
	// A single signature is written as a list with one element.
	if (message === undefined || message === (SigningRequest as unknown)) return
	assert.deepEqual(message.format(message.parse(example)), example, what)
}

// shows submission: New order
// shows submission: Fill execution update
// shows submission: Price book update
// shows Solver API: new_subintent_bundle: a notification with id null and hex params
describe('the same for the sockets', () => {
	for (const { name, id, params, result } of flashContract) {
		it(`${name} (${id})`, () => {
			if (params !== undefined) assertFits(params, 'params')
			if (result !== undefined) assertFits(result, 'result')
		})
	}

	for (const { name, id, message } of solverContract) it(`${name} (${id})`, () => assertFits(message, 'message'))
})

describe('the table of methods', () => {
	it('has every method of the wire, each once', () => {
		const names = flashContract.map(({ name }) => name)
		assert.deepEqual(names.toSorted(), Object.values(flashMethods).toSorted())
	})

	it('has a result for each call of a maker and none for the service’s notifications', () => {
		for (const { name, sentBy, result } of flashContract) assert.equal(result !== undefined, sentBy === 'maker', name)
	})
})

describe('the table of operations', () => {
	it('has each id, and each method of a path, once', () => {
		for (const table of [publicOperations, ofOperator]) {
			const ids = table.map(({ id }) => id)
			const places = table.map(({ method, path }) => `${method} ${path}`)
			assert.equal(new Set(ids).size, ids.length)
			assert.equal(new Set(places).size, places.length)
		}
	})

	it('has a schema for every parameter of a path', () => {
		for (const { path, pathParameters } of everyOperation) {
			const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
			assert.deepEqual(Object.keys(pathParameters?.schema.shape ?? {}), inPath, path)
		}
	})

	// shows documents: An example for every request and answer
	it('has an example of every request body and every answer’s body', () => {
		for (const { id, body, answers } of everyOperation) {
			if (body !== undefined) assert(body.example !== undefined, id)
			for (const answer of answers) {
				const bodies = [answer.body, answer.events, answer.media].filter(told => told !== undefined)
				assert.equal(bodies.length, answer.status === 200 ? 1 : 0, `${id} ${answer.status}`)
			}
		}
	})

	it('has an example of each code, with its status', () => {
		for (const operation of everyOperation) {
			for (const code of errorsOf(operation)) {
				const problem = problemWire.parse(problemExample(code))
				assert.deepEqual([problem.code, problem.status], [code, errorTable[code].httpStatus])
			}
		}
	})

	it('requires an operator’s key for everything but health and metrics', () => {
		const isRole = (auth: string) => operatorRoles.some(role => role === auth)
		const open = ofOperator.filter(({ auth }) => !isRole(auth)).map(({ path }) => path)
		assert.deepEqual(open, ['/health/live', '/health/ready', '/metrics'])
		assert(publicOperations.every(({ auth }) => !isRole(auth)))
	})

	// shows service: Authentication is required only for accounts and the Flash Liquidity API
	// shows authentication: Trade API: only for accounts
	it('requires an API key exactly where a maker sees itself', () => {
		const keyed = publicOperations.filter(({ auth }) => auth === 'key').map(({ path }) => path)
		assert.deepEqual([...new Set(keyed)].toSorted(), [
			'/instamint/account',
			'/instamint/account/allowance',
			'/instamint/account/balance',
			'/instamint/account/payback-addresses',
			'/instamint/accounts',
			'/maker/books',
			'/maker/limits',
			'/maker/orders',
			'/maker/pause',
			'/maker/performance',
			'/maker/resume',
			'/maker/stats',
			'/trade/accounts',
			'/trade/fills/check',
		])
	})
})
