import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import openRpcMetaSchema from '@open-rpc/meta-schema'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { flashContract } from '../flash/flash-contract.ts'
import { links } from '../links.ts'
import type { Operation } from '../operation.ts'
import { operations, operatorOperations } from '../operations.ts'
import { solverContract } from '../solver-contract.ts'
import { asyncApi } from './async-api.ts'
import { openApi, operatorOpenApi } from './open-api.ts'
import { openRpc } from './open-rpc.ts'

type Json = Record<string, unknown>
/** Of OpenAPI, for generators; they allow any whole number of JavaScript. */
const formats = { int32: true, int64: true } as const
const asyncApiSchema: Json = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json')
const rest = [
	{ name: 'openapi.json', document: openApi(), table: Object.values<Operation>(operations) },
	{ name: 'operator.json', document: operatorOpenApi(), table: Object.values<Operation>(operatorOperations) },
]
const documents: Readonly<Record<string, Json>> = {
	...Object.fromEntries(rest.map(({ name, document }) => [name, document])),
	'asyncapi.json': asyncApi(),
	'openrpc.json': openRpc(),
}

function assertValid(metaSchema: object, document: Json, others: Readonly<Record<string, object>> = {}): void {
	const ajv = new Ajv({ strict: false, allErrors: true })
	addFormats.default(ajv)
	for (const [id, schema] of Object.entries(others)) ajv.addSchema(schema, id)
	const isValid = ajv.compile(metaSchema)
	isValid(document)
	assert.deepEqual(isValid.errors ?? [], [])
}

describe('the documents are valid', () => {
	for (const { name, document } of rest) {
		// shows limits: Versions and what they promise
		// shows documents: OpenAPI 3.1, AsyncAPI 3 and OpenRPC, valid under their official schemas
		it(`${name} is valid under the schema of OpenAPI 3.1`, async () => {
			const { valid, errors } = await new Validator().validate(structuredClone(document))
			assert.deepEqual([valid, errors ?? []], [true, []])
		})
	}

	// shows documents: OpenAPI 3.1, AsyncAPI 3 and OpenRPC, valid under their official schemas
	it('asyncapi.json is valid under the schema of AsyncAPI 3', () => {
		assertValid(asyncApiSchema, asyncApi())
	})

	// shows documents: OpenAPI 3.1, AsyncAPI 3 and OpenRPC, valid under their official schemas
	it('openrpc.json is valid under the schema of OpenRPC', () => {
		// The part about schemas uses a different draft from ours and is left out; the next test covers it.
		const { $schema, ...metaSchema } = openRpcMetaSchema as Json
		const schemas = { definitions: { JSONSchemaObject: { properties: { $ref: { type: 'string' } } } } }
		assertValid(metaSchema, openRpc(), { 'https://meta.json-schema.tools/': schemas })
	})

	for (const [name, document] of Object.entries(documents)) {
		it(`every schema of ${name} is JSON Schema 2020-12, and every reference resolves`, () => {
			const ajv = new Ajv2020({ strict: false, formats })
			ajv.addKeyword('x-events')
			const { schemas } = document.components as { schemas: Json }
			for (const schema of Object.values(schemas)) assert(ajv.validateSchema(schema as Json), ajv.errorsText())
			for (const reference of referencesIn(document)) assert(lookUp(document, reference) !== undefined, reference)
		})
	}
})

describe('the documents are complete', () => {
	for (const { name, document, table } of rest) {
		it(`${name} has every operation`, () => {
			const paths = document.paths as Record<string, Json>
			const described = Object.values(paths).flatMap(methods => Object.values(methods as Record<string, Json>))
			const ids = described.map(({ operationId }) => String(operationId)).toSorted()
			assert.deepEqual(ids, table.map(({ id }) => id).toSorted())
		})
	}

	it('openrpc.json has every method', () => {
		const methods = openRpc().methods as { name: string }[]
		assert.deepEqual(
			methods.map(({ name }) => name),
			flashContract.map(({ name }) => name),
		)
	})

	it('asyncapi.json has every method and message', () => {
		const ids = [...flashContract, ...solverContract].map(({ id }) => id)
		assert.deepEqual(Object.keys(asyncApi().operations as Json), ids)
	})
})

// shows documents: An example for every request and answer
describe('the examples of the documents fit their schemas', () => {
	for (const { name, document } of rest) {
		it(`${name}: bodies and answers`, () => {
			const validators = validatorOf(document)
			for (const methods of Object.values(document.paths as Record<string, Record<string, Json>>)) {
				for (const { requestBody, responses } of Object.values(methods)) {
					const bodies = [requestBody, ...Object.values(responses as Json)].map(body => resolve(document, body))
					for (const body of bodies)
						checkContent(document, body?.content as Record<string, Json> | undefined, validators)
				}
			}
		})
	}

	it('asyncapi.json: messages', () => {
		const document = asyncApi()
		const validators = validatorOf(document)
		const { messages } = document.components as { messages: Record<string, Json> }
		for (const { payload, examples } of Object.values(messages)) {
			for (const example of examples as { payload: unknown }[])
				assertAllowed(validators, payload as Json, example.payload)
		}
	})
})

// shows documents: Links lead from answers to the requests that they allow
describe('the links of openapi.json', () => {
	const table = new Map(Object.values<Operation>(operations).map(operation => [operation.id, operation]))
	for (const [id, found = []] of Object.entries(links)) {
		it(`${id}: lead to existing parameters, from values in its example`, () => {
			const example = table.get(id)?.answers.find(({ status }) => status === 200)?.body?.example as Json
			for (const { to, parameters } of found) {
				const { pathParameters, query } = table.get(to) as Operation
				const known = { ...pathParameters?.schema.shape, ...query?.schema.shape }
				assert.deepEqual(
					Object.keys(parameters).filter(name => !(name in known)),
					[],
				)
				for (const pointer of Object.values(parameters))
					assert.equal(typeof lookUp(example, pointer.slice(1)), 'string', pointer)
			}
		})
	}
})

// shows documents: Common generators can read them
describe('the documents use only what generators read', () => {
	for (const [name, document] of Object.entries(documents)) {
		it(`${name}: no tuples, and no schema that is false`, () => {
			assert.doesNotMatch(JSON.stringify(document), /"prefixItems"|"items":false/)
		})
	}

	for (const { name, document } of rest) {
		it(`${name}: no alternative that is null, no rules beside a reference, no variant without a name`, () => {
			for (const schema of objectsIn(document)) {
				const { oneOf, anyOf, $ref, type } = schema as {
					oneOf?: unknown
					anyOf?: unknown
					$ref?: unknown
					type?: unknown
				}
				const variants = [oneOf, anyOf].flatMap(list => (Array.isArray(list) ? (list as Json[]) : []))
				assert.deepEqual(
					variants.filter(
						variant => variant.type === 'null' || (variant.properties !== undefined && variant.title === undefined),
					),
					[],
				)
				if (typeof $ref === 'string') assert.equal(type, undefined, $ref)
			}
		})

		it(`${name}: whole numbers have a size and their least value, constants are text`, () => {
			for (const schema of objectsIn(document)) {
				if ([schema.type].flat().includes('integer')) assert.match(String(schema.format), /^int(32|64)$/)
				assert.equal(schema.type === 'integer' && 'exclusiveMinimum' in schema, false)
				if ('const' in schema) assert.equal(schema.type, 'string')
			}
		})
	}
})

// shows documents: They allow exactly what the service accepts
describe('the documents allow exactly what the service accepts', () => {
	for (const { document, id, path, method, body } of rest.flatMap(({ document, table }) =>
		table.map(operation => ({ document, ...operation })),
	)) {
		if (body === undefined) continue
		it(`${id}: any member left out, added or of another type`, () => {
			const methods = (document.paths as Record<string, Record<string, Json>>)[path] ?? {}
			const { requestBody } = methods[method] ?? {}
			const { schema } = (requestBody as { content: Record<string, Json> }).content['application/json'] as Json
			const allows = validatorOf(document)(schema as Json)
			for (const changed of changesOf(body.example)) {
				assert.equal(allows(changed), body.schema.safeParse(changed).success, JSON.stringify(changed))
			}
		})
	}
})

/** The value, and every value that differs from it in one member that is missing, added or of another type. */
function* changesOf(value: unknown): Generator<unknown> {
	yield value
	if (typeof value === 'string') yield 1
	if (typeof value === 'number') yield 'x'
	if (typeof value !== 'object' || value === null) return
	yield Array.isArray(value) ? {} : []
	if (Array.isArray(value)) {
		for (const [at, item] of value.entries()) for (const changed of changesOf(item)) yield value.with(at, changed)
		return
	}
	yield { ...value, unheard_of: 1 }
	for (const [name, member] of Object.entries(value)) {
		const { [name]: _, ...others } = value as Json
		yield others
		for (const changed of changesOf(member)) yield { ...value, [name]: changed }
	}
}

type Validators = (schema: Json) => (value: unknown) => boolean

function validatorOf(document: Json): Validators {
	const ajv = new Ajv2020({ strict: false, formats, allErrors: true, schemas: [{ $id: 'doc:', ...document }] })
	return schema => {
		const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"doc:#/'))
		return ajv.compile(absolute) as (value: unknown) => boolean
	}
}

function assertAllowed(validatorOf: Validators, schema: Json, value: unknown): void {
	assert(validatorOf(schema)(value), JSON.stringify(value))
}

function checkContent(document: Json, content: Record<string, Json> | undefined, validators: Validators): void {
	for (const { schema, example, examples = {} } of Object.values(content ?? {})) {
		const given = Object.values(examples as Json).map(each => resolve(document, each)?.value)
		for (const value of [...given, example]) if (value !== undefined) assertAllowed(validators, schema as Json, value)
	}
}

function resolve(document: Json, value: unknown): Json | undefined {
	const { $ref } = (value ?? {}) as { $ref?: string }
	return ($ref === undefined ? value : lookUp(document, $ref)) as Json | undefined
}

function* objectsIn(value: unknown): Generator<Json> {
	if (typeof value !== 'object' || value === null) return
	if (!Array.isArray(value)) yield value as Json
	for (const member of Object.values(value)) yield* objectsIn(member)
}

function referencesIn(document: Json): string[] {
	return [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference)
}

function lookUp(document: Json, reference: string): unknown {
	const path = reference.replace(/^#\//, '').split('/')
	return path.reduce<unknown>((place, name) => (place as Json | undefined)?.[name], document)
}
