import { asyncApi, openApi, openRpc } from '@accord/protocol/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// biome-ignore lint/suspicious/noExplicitAny: documents as JSON, looked into field by field
export type Json = any

export const documents: { readonly rest: Json; readonly sockets: Json; readonly rpc: Json } = {
	rest: openApi(),
	sockets: asyncApi(),
	rpc: openRpc(),
}

const ajv = new Ajv2020({ strict: false, allErrors: false, formats: { int32: true, int64: true } })
addFormats.default(ajv)
for (const [name, document] of Object.entries(documents)) ajv.addSchema({ $id: `${name}:`, ...document })

const compiled = new Map<string, ValidateFunction>()

/** How a value violates the schema at a place in a document; undefined if it does not. */
export function misfit(document: keyof typeof documents, pointer: string, value: unknown): string | undefined {
	const key = `${document}:#${pointer}`
	let validate = compiled.get(key)
	if (validate === undefined) {
		validate = ajv.compile({ $ref: encodeURI(key) })
		compiled.set(key, validate)
	}
	return validate(value) ? undefined : ajv.errorsText(validate.errors)
}

/** The JSON pointer to a value in a document, from the names that lead to it. */
export function pointer(...names: readonly (string | number)[]): string {
	return names.map(name => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** A place in a document and its content; a reference is followed. */
export function lookUp(
	document: Json,
	...names: readonly (string | number)[]
): { at: string; value: Json } | undefined {
	const value = names.reduce<Json>((place, name) => place?.[name], document)
	if (value === undefined) return undefined
	if (typeof value.$ref !== 'string') return { at: pointer(...names), value }
	return lookUp(document, ...(value.$ref as string).slice(2).split('/').map(unescapePointer))
}

function unescapePointer(name: string): string {
	return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
