import type { z } from 'zod'

/** Adds to an object schema that exactly one of these members is present, also for those who read it as JSON Schema. @internal */
export function exactlyOne<Schema extends z.ZodObject>(
	schema: Schema,
	names: readonly (keyof Schema['shape'] & string)[],
): Schema {
	const isPresent = (body: Record<string, unknown>) => (name: string) => body[name] !== undefined
	return schema
		.refine(body => names.filter(isPresent(body)).length === 1, {
			error: `exactly one of ${names.join(', ').replace(/, ([^,]+)$/, ' and $1')}`,
		})
		.meta({ oneOf: names.map(name => ({ required: [name] })) })
}
