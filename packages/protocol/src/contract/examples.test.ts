import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { z } from 'zod'
import { errorTable } from '../error-table.ts'
import { problemWire } from '../wire/problem.ts'
import { problemExample } from './examples/problems.ts'
import { errorsOf, type Operation } from './operation.ts'
import { operations } from './operations.ts'

function samplesOf(operation: Operation): [string, { schema: z.ZodType; example: unknown } | undefined][] {
	const { pathParameters, query, headers, body, answers, problems = {} } = operation
	return [
		['path', pathParameters],
		['query', query],
		['headers', headers],
		['body', body],
		...answers.map(answer => [`answer ${answer.status}`, answer.body] as const),
		...answers.flatMap(answer => Object.entries(answer.events ?? {})),
		...Object.entries(problems),
	].map(([what, sample]) => [String(what), sample as { schema: z.ZodType; example: unknown } | undefined])
}

describe('every example fits its schema and has no member that the schema does not name', () => {
	for (const operation of operations) {
		it(`${operation.method.toUpperCase()} ${operation.path}`, () => {
			for (const [what, sample] of samplesOf(operation)) {
				if (sample === undefined) continue
				const { error, data } = sample.schema.safeParse(sample.example)
				assert.equal(error, undefined, what)
				if (what !== 'body') assert.deepEqual(data, sample.example, what)
			}
		})
	}
})

describe('the table of operations', () => {
	it('names each operation, and each method of a path, once', () => {
		const ids = operations.map(({ id }) => id)
		const places = operations.map(({ method, path }) => `${method} ${path}`)
		assert.equal(new Set(ids).size, ids.length)
		assert.equal(new Set(places).size, places.length)
	})

	it('gives a schema to every parameter of a path', () => {
		for (const { path, pathParameters } of operations) {
			const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
			assert.deepEqual(Object.keys(pathParameters?.schema.shape ?? {}), inPath, path)
		}
	})

	it('gives every operation an example of its request and of each answer with a body', () => {
		for (const { id, body, answers } of operations) {
			if (body !== undefined) assert(body.example !== undefined, id)
			for (const answer of answers) {
				const bodies = [answer.body, answer.events, answer.media].filter(told => told !== undefined)
				assert.equal(bodies.length, answer.status === 200 ? 1 : 0, `${id} ${answer.status}`)
			}
		}
	})

	it('lists codes in the order of the error table, and an example of each is a problem of its status', () => {
		for (const operation of operations) {
			for (const code of errorsOf(operation)) {
				const problem = problemWire.parse(problemExample(code))
				assert.deepEqual([problem.code, problem.status], [code, errorTable[code].httpStatus])
			}
		}
	})

	it('takes a key exactly where a maker speaks of itself', () => {
		const keyed = operations.filter(({ auth }) => auth === 'key').map(({ path }) => path)
		assert.deepEqual([...new Set(keyed)].toSorted(), [
			'/maker/books',
			'/maker/limits',
			'/maker/orders',
			'/maker/pause',
			'/maker/resume',
			'/maker/stats',
			'/trade/accounts',
		])
	})
})
