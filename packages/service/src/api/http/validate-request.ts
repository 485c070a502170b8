import { parseWire } from '@accord/protocol'
import type { ZodType } from 'zod'

/** Validates a body, a query, a path or headers against its schema, and returns the value that handlers get. */
export function validatorOf(schema: ZodType): (message: unknown) => { value: unknown } | { error: Error } {
	return message => {
		try {
			return { value: parseWire(schema, message) }
		} catch (error) {
			return { error: error as Error }
		}
	}
}
