/** JSON Schema 2020-12, as data. */
export type JsonSchema = { readonly [name: string]: unknown }

type Members = Readonly<Record<string, unknown>>
type Case = { readonly required?: readonly string[]; readonly properties?: Members }

/**
 * A schema with the same meaning that common generators can read: no tuples, numbers of 64 bits, and a separate complete
 * object for each combination of members that go together. `nullable` marks a member that may also be null.
 */
export function simplify(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(simplify)
	if (typeof schema !== 'object' || schema === null) return schema
	const simplified = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, simplify(member)]))
	return withNulls(asVariants(asArray(asTyped(simplified))))
}

/** Null means absent: in a request, whose objects are closed, an optional member may be null. */
function withNulls(schema: JsonSchema): JsonSchema {
	const { properties, required = [], additionalProperties } = schema
	if (additionalProperties !== false || typeof properties !== 'object' || properties === null) return schema
	const members = Object.entries(properties).map(([name, member]) => {
		return [name, (required as string[]).includes(name) ? member : { ...(member as object), nullable: true }]
	})
	return { ...schema, properties: Object.fromEntries(members) }
}

const int32Max = 2 ** 31 - 1

/** Integers have their least value and, unless their bounds say otherwise, 64 bits. */
function asTyped(schema: JsonSchema): JsonSchema {
	const { exclusiveMinimum, const: constant, ...others } = schema
	// Generators compare a constant with text.
	if (typeof constant === 'boolean')
		return { ...others, type: 'boolean', description: schema.description ?? `Always ${constant}.` }
	if (schema.type !== 'integer') return schema
	const minimum = typeof exclusiveMinimum === 'number' ? { minimum: exclusiveMinimum + 1 } : {}
	const isShort = typeof schema.maximum === 'number' && schema.maximum <= int32Max
	return { ...others, ...minimum, format: isShort ? 'int32' : 'int64' }
}

/** A tuple whose members are of one type is an array of that length. */
function asArray(schema: JsonSchema): JsonSchema {
	const { prefixItems, ...others } = schema
	if (!Array.isArray(prefixItems) || others.items !== false) return schema
	const [first, ...rest] = prefixItems
	if (!rest.every(other => JSON.stringify(other) === JSON.stringify(first))) return schema
	return { ...others, items: first, minItems: prefixItems.length, maxItems: prefixItems.length }
}

/**
 * Generators make a type from each complete object, but accept anything for a case that only names members. A case of
 * `oneOf` has no members that only other cases require.
 */
function asVariants(schema: JsonSchema): JsonSchema {
	const { type, properties, required = [], additionalProperties, ...others } = schema
	const kind = 'oneOf' in schema ? 'oneOf' : 'anyOf'
	const cases = schema[kind] as readonly Case[] | undefined
	if (cases === undefined || typeof properties !== 'object' || properties === null) return schema
	const named = kind === 'oneOf' ? cases.flatMap(each => each.required ?? []) : []
	const closed = additionalProperties === undefined ? {} : { additionalProperties }
	const variants = cases.map(each => {
		const own = [...new Set([...(required as string[]), ...(each.required ?? [])])]
		const general = Object.entries(properties).filter(([name]) => own.includes(name) || !named.includes(name))
		const specific = Object.entries(each.properties ?? {}).map(([name, member]) => [
			name,
			{ ...((properties as Members)[name] as object), ...(member as object) },
		])
		const members = { ...Object.fromEntries(general), ...Object.fromEntries(specific) }
		return withNulls({ type, properties: members, ...(own.length === 0 ? {} : { required: own }), ...closed })
	})
	return { ...others, [kind]: variants }
}
