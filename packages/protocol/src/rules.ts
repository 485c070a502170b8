import type * as z from 'zod'
import type { Rules } from './message.ts'

/** Exactly one of these members is present. Readers of the JSON schema see it too. */
export function exactlyOne(...names: readonly string[]): Rules {
	return members =>
		members
			.refine(body => names.filter(name => body[name] !== undefined).length === 1, {
				error: `exactly one of ${names.join(', ').replace(/, ([^,]+)$/, ' and $1')}`,
			})
			.meta({ oneOf: names.map(name => ({ required: [name] })) })
}

/** Both symbols of a pair are present in a query, or neither. */
export function wholePair<Query extends z.ZodObject>(query: Query): Query {
	return query.refine(({ base, quote }) => (base === undefined) === (quote === undefined), {
		path: ['quote'],
		error: 'both base and quote, or neither',
	})
}
