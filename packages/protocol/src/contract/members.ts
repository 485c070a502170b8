import type { z } from 'zod'
import type { Components, JsonSchema } from './components.ts'

/** One member of an object schema. */
export type Member = { readonly name: string; readonly required: boolean; readonly schema: JsonSchema }

/** The members of an object schema as they stand in a document. */
export function membersOf(schema: z.ZodType, { refer, schemas }: Components): Member[] {
	const { $ref, ...inline } = refer(schema)
	const object = typeof $ref === 'string' ? schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : inline
	const { properties = {}, required = [] } = object as { properties?: Record<string, JsonSchema>; required?: string[] }
	return Object.entries(properties).map(([name, member]) => ({
		name,
		required: required.includes(name),
		schema: member,
	}))
}
