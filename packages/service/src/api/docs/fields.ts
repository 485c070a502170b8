import { type Html, html, prose } from './html.ts'

type Schema = {
	readonly $ref?: string
	readonly type?: string | readonly string[]
	readonly const?: unknown
	readonly enum?: readonly unknown[]
	readonly anyOf?: readonly Schema[]
	readonly oneOf?: readonly Schema[]
	readonly items?: Schema
	readonly properties?: Readonly<Record<string, Schema>>
	readonly required?: readonly string[]
	readonly description?: string
}

/** A document with its named schemas. */
export type Described = { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } }

/** The fields of an object schema as a table; the fields of inner objects follow those of the outer one. */
export function fieldsTable(schema: unknown, document: Described): Html {
	const rows = fieldsOf(schema as Schema, { document, path: '', depth: 0 })
	if (rows.length === 0) return html``
	return html`<table>
<tr><th>Field<th>Type<th>Meaning
${rows}
</table>`
}

type Place = { readonly document: Described; readonly path: string; readonly depth: number }

const depthMax = 3

function fieldsOf(schema: Schema, { document, path, depth }: Place): Html[] {
	const { properties = {}, required = [] } = follow(schema, document)
	return Object.entries(properties).flatMap(([name, field]) => {
		const at = path + name
		const meaning = field.description ?? follow(field, document).description ?? ''
		const isRequired = required.includes(name)
		const line = html`<tr><td><code>${at}</code>${isRequired ? '' : '?'}<td>${typeOf(field, document)}<td>${prose(meaning)}`
		const inner = depth === depthMax ? [] : fieldsOf(field, { document, path: `${at}.`, depth: depth + 1 })
		return [line, ...inner]
	})
}

function follow(schema: Schema, { components }: Described): Schema {
	const name = schema.$ref?.split('/').at(-1)
	return name === undefined ? schema : (components.schemas[name] ?? schema)
}

function typeOf(schema: Schema, document: Described): string {
	const { type, const: only, enum: values, anyOf, oneOf, items } = follow(schema, document)
	if (only !== undefined) return JSON.stringify(only)
	if (values !== undefined) return values.map(value => JSON.stringify(value)).join(' or ')
	const either = anyOf ?? oneOf
	if (either !== undefined) return [...new Set(either.map(one => typeOf(one, document)))].join(' or ')
	if (items !== undefined) return `array of ${typeOf(items, document)}`
	return [type ?? 'any'].flat().join(' or ')
}
