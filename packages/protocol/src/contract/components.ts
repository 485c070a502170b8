import { z } from 'zod'
import * as construction from '../wire/construction-api.ts'
import * as flash from '../wire/flash-api.ts'
import * as maker from '../wire/maker-api.ts'
import * as operator from '../wire/operator-api.ts'
import * as operatorMakers from '../wire/operator-makers-api.ts'
import * as book from '../wire/order-book-api.ts'
import * as check from '../wire/order-check-api.ts'
import * as orders from '../wire/orders-api.ts'
import * as primitives from '../wire/primitives.ts'
import * as problem from '../wire/problem.ts'
import * as quote from '../wire/quote-api.ts'
import * as service from '../wire/service-api.ts'
import * as solver from '../wire/solver-api.ts'
import * as trace from '../wire/trace-api.ts'
import * as trade from '../wire/trade-api.ts'
import * as trades from '../wire/trades-api.ts'

/** JSON Schema 2020-12, as data. */
export type JsonSchema = { readonly [name: string]: unknown }

const named = new Map<string, z.ZodType>(
	[
		primitives,
		problem,
		trade,
		trades,
		trace,
		operator,
		operatorMakers,
		book,
		quote,
		orders,
		check,
		construction,
		maker,
		service,
		flash,
		solver,
	]
		.flatMap(module => Object.entries(module))
		.flatMap(([name, value]) => (value instanceof z.ZodType ? [[componentName(name), value] as const] : [])),
)

/** Schemas under their names in the documents, and what refers to them. */
export type Components = {
	/** Every named schema that was asked for, and those it refers to. */
	readonly schemas: Readonly<Record<string, JsonSchema>>
	/** A schema as it stands in a document: a reference where it has a name. */
	readonly refer: (schema: z.ZodType) => JsonSchema
}

/**
 * Turns the wire's schemas into the `components.schemas` of a document. All exported wire schemas have names (without the
 * `Wire`, capitalised); others are written out where they are used.
 */
export function componentsOf(schemas: readonly z.ZodType[]): Components {
	const registry = z.registry<{ id: string }>()
	for (const [id, schema] of named) if (!registry.has(schema)) registry.add(schema, { id })
	const inline = new Map<z.ZodType, string>()
	for (const schema of schemas) {
		if (registry.has(schema)) continue
		inline.set(schema, `${inlinePrefix}${inline.size}`)
		registry.add(schema, { id: `${inlinePrefix}${inline.size - 1}` })
	}
	const all = toJsonSchemas(registry)
	const refer = (schema: z.ZodType): JsonSchema => {
		const unnamed = inline.get(schema)
		return unnamed === undefined ? { $ref: referenceTo(registry.get(schema)?.id ?? '') } : (all[unnamed] ?? {})
	}
	return { schemas: reachable(all, schemas.map(refer)), refer }
}

const inlinePrefix = 'inline-'
const largest = Number.MAX_SAFE_INTEGER

function componentName(exported: string): string {
	return exported.replace(/Wire$/, '').replace(/^./, first => first.toUpperCase())
}

function referenceTo(id: string): string {
	return `#/components/schemas/${id}`
}

function toJsonSchemas(registry: z.core.$ZodRegistry<{ id: string }>): Record<string, JsonSchema> {
	const { schemas } = z.toJSONSchema(registry, { uri: referenceTo, io: 'input', override: dropIntegerBounds })
	return Object.fromEntries(
		Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema as JsonSchema]),
	)
}

/** That an integer is one which JavaScript can hold says nothing about it. */
function dropIntegerBounds({ jsonSchema }: { jsonSchema: { maximum?: unknown; minimum?: unknown } }): void {
	if (jsonSchema.maximum === largest) delete jsonSchema.maximum
	if (jsonSchema.minimum === -largest) delete jsonSchema.minimum
}

function reachable(
	all: Readonly<Record<string, JsonSchema>>,
	roots: readonly JsonSchema[],
): Record<string, JsonSchema> {
	const found = new Set<string>()
	const visit = (schema: unknown): void => {
		for (const [, id = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
			if (found.has(id)) continue
			found.add(id)
			visit(all[id])
		}
	}
	visit(roots)
	return Object.fromEntries([...found].toSorted().map(id => [id, all[id] ?? {}]))
}
