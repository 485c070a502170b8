import { variantNames } from './documented-names.ts'
import type { JsonSchema } from './simplify.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** The same named schemas so that generators make types that have names, compile, and can be null. */
export function forGenerators(schemas: Schemas): Record<string, JsonSchema> {
	const all = withNamedConstants(
		Object.fromEntries(Object.entries(schemas).flatMap(([id, schema]) => withNamedVariants(id, schema))),
	)
	// A name for another name would be a type of nothing.
	const whole = Object.entries(all).map(([id, schema]) => [id, resolved(repeated(schema, all), all) as JsonSchema])
	return Object.fromEntries(whole)
}

/** A schema of a value that may also be null. Generators read a type that may be null, but few an alternative of null. */
export function nullableOf(schema: JsonSchema, all: Schemas): JsonSchema {
	const { type, enum: values, ...others } = repeated(schema, all)
	if (type === undefined && Array.isArray(others.anyOf))
		return { ...others, anyOf: [...others.anyOf, { type: 'null' }] }
	return { ...others, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) }
}

/** The name in a reference. */
export function nameIn(reference: string): string {
	return reference.slice(reference.lastIndexOf('/') + 1)
}

/** The reference to a name. */
export function referenceTo(id: string): string {
	return `#/components/schemas/${id}`
}

/** Members marked `nullable` may be null, and no reference has rules of its own: generators ignore one of the two. */
function resolved(schema: unknown, all: Schemas): unknown {
	if (Array.isArray(schema)) return schema.map(item => resolved(item, all))
	if (typeof schema !== 'object' || schema === null) return schema
	const { nullable, ...own } = schema as JsonSchema
	const whole = nullable === true ? nullableOf(own, all) : 'type' in own ? repeated(own, all) : own
	return Object.fromEntries(Object.entries(whole).map(([name, member]) => [name, resolved(member, all)]))
}

/** The schema with a copy of what it refers to. */
function repeated({ $ref, ...own }: JsonSchema, all: Schemas): JsonSchema {
	return typeof $ref === 'string' ? { ...repeated(all[nameIn($ref)] ?? {}, all), ...own } : own
}

/** Go has one namespace for the constants of all types: values that several lists have get the names of their lists too. */
function withNamedConstants(all: Schemas): Record<string, JsonSchema> {
	const valuesOf = (schema: JsonSchema) => (Array.isArray(schema.enum) ? schema.enum.map(String) : [])
	const pascal = (text: string) => text.replace(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase())
	const isShared = (id: string, value: string) =>
		Object.entries(all).some(([other, schema]) => other !== id && valuesOf(schema).map(pascal).includes(pascal(value)))
	return Object.fromEntries(
		Object.entries(all).map(([id, schema]) => {
			const values = valuesOf(schema)
			if (!values.some(value => isShared(id, value))) return [id, schema]
			return [id, { ...schema, 'x-enum-varnames': values.map(value => id + pascal(value)) }]
		}),
	)
}

/** Each variant becomes a schema of its own, under its documented name. */
function withNamedVariants(id: string, schema: JsonSchema): [string, JsonSchema][] {
	const kind = 'oneOf' in schema ? 'oneOf' : 'anyOf'
	const variants = schema[kind] as readonly JsonSchema[] | undefined
	if (variants === undefined || !variants.every(({ type }) => type === 'object')) return [[id, schema]]
	const names = variantNames.get(id) ?? []
	if (names.length !== variants.length)
		throw new Error(`documented-names.ts must name ${variants.length} variants of ${id}`)
	const references = names.map(name => ({ $ref: referenceTo(name) }))
	return [
		[id, { ...schema, [kind]: references }],
		...variants.map((variant, at): [string, JsonSchema] => [names[at] ?? '', variant]),
	]
}
