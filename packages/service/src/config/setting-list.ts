import { addressWire, decimalWire } from '@accord/protocol'
import { z } from 'zod'
import { configFile } from './settings-schema.ts'

/** One setting of the configuration file, as its schema describes it. */
export type Setting = {
	/** Its path in the file; `*` matches each entry of a list or each name of a table. */
	readonly path: readonly string[]
	/** The environment variable that overrides the file; absent for settings that can only be in a file. */
	readonly variable?: string
	readonly type: string
	readonly default?: unknown
	readonly meaning: string
	readonly isRequired: boolean
	readonly isSecret: boolean
}

type Schema = {
	readonly type?: string
	readonly properties?: Record<string, Schema>
	readonly required?: readonly string[]
	readonly additionalProperties?: Schema | false
	readonly items?: Schema
	readonly oneOf?: readonly Schema[]
	readonly anyOf?: readonly Schema[]
	readonly enum?: readonly string[]
	readonly const?: string
	readonly format?: string
	readonly pattern?: string
	readonly minimum?: number
	readonly exclusiveMinimum?: number
	readonly maximum?: number
	readonly description?: string
	readonly default?: unknown
	readonly secret?: boolean
}

/** Every setting, in the order of the file. */
export function settingList(): Setting[] {
	return settingsOf(z.toJSONSchema(configFile, { io: 'input', unrepresentable: 'any' }) as Schema, [])
}

/** A setting's name in messages and docs: `limits.body_bytes`, `tokens.*.symbol`. */
export function settingName({ path }: Pick<Setting, 'path'>): string {
	return path.join('.')
}

// Exceptions; every other variable is named ACCORD_ followed by the path.
const shortVariables: Readonly<Record<string, string>> = {
	host: 'ACCORD_SERVICE_HOST',
	port: 'ACCORD_SERVICE_PORT',
	'service_key.private_key_hex': 'ACCORD_SERVICE_KEY',
}

function settingsOf(schema: Schema, path: readonly string[]): Setting[] {
	const alternatives = schema.oneOf ?? schema.anyOf
	if (alternatives !== undefined) return unite(alternatives.flatMap(one => settingsOf(one, path)))
	const { properties = {}, required = [] } = schema
	return Object.entries(properties).flatMap(([name, property]) => {
		const isRequired = required.includes(name)
		const inner = innerSettings(property, [...path, name])
		if (isSection(property)) return inner.map(setting => withDefault(setting, property.default))
		return [settingOf(property, { path: [...path, name], isRequired }), ...inner]
	})
}

/** The values of a section that is absent. */
function withDefault(setting: Setting, section: unknown): Setting {
	const value = (section as Record<string, unknown> | undefined)?.[setting.path.at(-1) ?? '']
	return value === undefined ? setting : { ...setting, default: value, isRequired: false }
}

/** A section only groups settings; a list or a table is itself a setting. */
function isSection({ properties, oneOf, anyOf }: Schema): boolean {
	return properties !== undefined || oneOf !== undefined || anyOf !== undefined
}

function innerSettings(schema: Schema, path: readonly string[]): Setting[] {
	if (isSection(schema)) return settingsOf(schema, path)
	return schema.items === undefined ? [] : settingsOf(schema.items, [...path, '*'])
}

function settingOf(schema: Schema, { path, isRequired }: { path: readonly string[]; isRequired: boolean }): Setting {
	const variable = variableOf(schema, path)
	return {
		path,
		...(variable !== undefined && { variable }),
		type: typeOf(schema),
		...(schema.default !== undefined && { default: schema.default }),
		meaning: schema.description ?? '',
		isRequired: isRequired && schema.default === undefined,
		isSecret: schema.secret === true,
	}
}

function variableOf(schema: Schema, path: readonly string[]): string | undefined {
	const name = path.join('.')
	const isTable = schema.type === 'object'
	const isListOfObjects = schema.items !== undefined && isSection(schema.items)
	if (isTable || isListOfObjects || path.includes('*')) return undefined
	return shortVariables[name] ?? `ACCORD_${path.join('_').toUpperCase()}`
}

/** Alternatives of a section may have the same setting: both types are listed. */
function unite(settings: readonly Setting[]): Setting[] {
	const byName = Map.groupBy(settings, settingName)
	return [...byName.values()].flatMap(([first, ...others]) => {
		if (first === undefined) return []
		const types = new Set([first, ...others].map(({ type }) => type))
		return [{ ...first, type: [...types].join(' or '), isRequired: others.length > 0 && first.isRequired }]
	})
}

function typeOf(schema: Schema): string {
	if (schema.enum !== undefined) return schema.enum.map(value => `"${value}"`).join(' or ')
	if (schema.const !== undefined) return `"${schema.const}"`
	if (schema.type === 'integer') return `whole number${boundsOf(schema)}`
	if (schema.type === 'array')
		return isSection(schema.items ?? {}) ? 'list of tables' : `list (${typeOf(schema.items ?? {})})`
	if (schema.type === 'object') return `table (${typeOf(schema.additionalProperties || {})})`
	if (schema.format === 'uri') return 'URL'
	if (schema.pattern === decimalWire.meta()?.pattern) return 'decimal'
	return schema.pattern === addressWire.meta()?.pattern ? 'address' : 'text'
}

function boundsOf({ minimum = 0, exclusiveMinimum, maximum = Number.MAX_SAFE_INTEGER }: Schema): string {
	if (maximum < Number.MAX_SAFE_INTEGER) return ` from ${minimum} to ${maximum}`
	return exclusiveMinimum === 0 ? ' above 0' : ''
}
