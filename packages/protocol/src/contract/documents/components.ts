import * as z from 'zod'
import * as protocol from '../../index.ts'
import { Field } from '../../message.ts'
import { documentedNames } from './documented-names.ts'
import { forGenerators, nameIn, nullableOf, referenceTo } from './for-generators.ts'
import { type JsonSchema, simplify } from './simplify.ts'

export type { JsonSchema } from './simplify.ts'

/** Schemas under their names in the documents, and references to them. */
export type Components = {
	/** Every named schema that was requested, and the schemas that it refers to. */
	readonly schemas: Readonly<Record<string, JsonSchema>>
	/** A schema as it appears in a document: a reference if it has a name. */
	readonly refer: (schema: z.ZodType) => JsonSchema
	/** The same schema, of a value that may also be null. */
	readonly orNull: (schema: z.ZodType) => JsonSchema
	/** The named schemas that a part of a document refers to, directly or not. */
	readonly reachable: (part: unknown) => Record<string, JsonSchema>
}

/** One member of an object schema. */
export type Member = { readonly name: string; readonly required: boolean; readonly schema: JsonSchema }

/** Converts the wire's schemas to the `components.schemas` of a document; schemas without a name are written inline. */
export function componentsOf(schemas: readonly z.ZodType[]): Components {
	const registry = namedSchemas()
	const inline = new Map<z.ZodType, string>()
	for (const schema of schemas) {
		if (registry.has(schema)) continue
		const id = `${inlinePrefix}${inline.size}`
		inline.set(schema, id)
		registry.add(schema, { id })
	}
	const all = toJsonSchemas(registry)
	const refer = (schema: z.ZodType): JsonSchema => {
		const unnamed = inline.get(schema)
		return unnamed === undefined ? { $ref: referenceTo(registry.get(schema)?.id ?? '') } : (all[unnamed] ?? {})
	}
	return {
		schemas: reachable(all, schemas.map(refer)),
		refer,
		orNull: schema => nullableOf(refer(schema), all),
		reachable: part => reachable(all, part),
	}
}

/** The members of an object schema as they appear in a document. */
export function membersOf(schema: z.ZodType, { refer, schemas }: Components): Member[] {
	const { $ref, ...inline } = refer(schema)
	const object = typeof $ref === 'string' ? schemas[nameIn($ref)] : inline
	const { properties = {}, required = [] } = object as { properties?: Record<string, JsonSchema>; required?: string[] }
	return Object.entries(properties).map(([name, member]) => ({
		name,
		required: required.includes(name),
		schema: member,
	}))
}

/**
 * Every exported message and wire schema under the name of its export, without the `Wire`. An id on each schema would
 * repeat that name, be shipped to browsers, and change the JSON schema of the service's configuration, which uses some
 * of them.
 */
function namedSchemas() {
	const registry = z.registry<{ id: string }>()
	for (const [name, value] of Object.entries(protocol)) {
		// If one schema has two names, the first counts.
		const schema = value instanceof Field ? value.wire : value
		if (schema instanceof z.ZodType && !registry.has(schema)) registry.add(schema, { id: componentName(name) })
	}
	return registry
}

const inlinePrefix = 'inline-'
const largest = Number.MAX_SAFE_INTEGER

function componentName(exported: string): string {
	const name = exported.replace(/Wire$/, '').replace(/^./, first => first.toUpperCase())
	return documentedNames.get(name) ?? name
}

function toJsonSchemas(registry: z.core.$ZodRegistry<{ id: string }>): Record<string, JsonSchema> {
	const { schemas } = z.toJSONSchema(registry, { uri: referenceTo, io: 'input', override: dropIntegerBounds })
	const named = Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, simplify(schema)])
	return forGenerators(Object.fromEntries(named))
}

/** The bounds of JavaScript's safe integers say nothing about a field. */
function dropIntegerBounds({ jsonSchema }: { jsonSchema: { maximum?: unknown; minimum?: unknown } }): void {
	if (jsonSchema.maximum === largest) delete jsonSchema.maximum
	if (jsonSchema.minimum === -largest) delete jsonSchema.minimum
}

function reachable(all: Readonly<Record<string, JsonSchema>>, root: unknown): Record<string, JsonSchema> {
	const found = new Set<string>()
	const visit = (schema: unknown): void => {
		for (const [, id = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
			if (found.has(id)) continue
			found.add(id)
			visit(all[id])
		}
	}
	visit(root)
	return Object.fromEntries([...found].toSorted().map(id => [id, all[id] ?? {}]))
}
