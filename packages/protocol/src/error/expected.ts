import type { z } from 'zod'

/**
 * What a schema expects in the place of an issue, in words that follow "expected": `text`, `one of 1m, 5m`, `an object
 * {base, quote}`. For values whose schema does not say it in its own words.
 */
export function expectedOf(issue: z.core.$ZodRawIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			return typeNames[issue.expected] ?? membersOf(issue.inst) ?? `a value of the type ${issue.expected}`
		case 'invalid_value':
			return oneOf(issue.values.map(value => (typeof value === 'string' ? `"${value}"` : String(value))))
		case 'too_small':
			return bound({ ...issue, word: 'at least', limit: issue.minimum })
		case 'too_big':
			return bound({ ...issue, word: 'at most', limit: issue.maximum })
		case 'invalid_union':
			return issue.errors.flatMap(([first]) => first?.message ?? []).join(', or ')
		default:
			return 'another value'
	}
}

const typeNames: Readonly<Record<string, string>> = {
	string: 'text in quotes',
	number: 'a number without quotes',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'an array',
	record: 'an object',
	null: 'null',
}

/** An object's members, without those that may be absent. */
function membersOf(schema: unknown): string | undefined {
	const shape = (schema as Partial<z.ZodObject> | undefined)?.shape
	if (shape === undefined) return undefined
	const required = Object.entries(shape).filter(([, member]) => (member as z.ZodType).def.type !== 'optional')
	return `an object {${required.map(([name]) => name).join(', ')}}`
}

function oneOf(values: readonly string[]): string {
	return values.length === 1 ? `${values[0]}` : `one of ${values.join(', ')}`
}

type Bound = { readonly origin: string; readonly word: string; readonly limit: number | bigint }

function bound({ origin, word, limit }: Bound): string {
	const unit = { string: ' character', array: ' item' }[origin]
	return `${word} ${limit}${unit === undefined ? '' : unit + (Number(limit) === 1 ? '' : 's')}`
}
