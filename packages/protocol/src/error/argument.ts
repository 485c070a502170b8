import { shown } from './shown.ts'

/**
 * What an argument must be, as far as plain JavaScript passes something else: a type of JavaScript, or `any` for whatever
 * is there, and in words what the value is. Members whose name ends in `?` may be absent.
 */
export type Form =
	| { readonly type: 'string' | 'number' | 'function' | 'any'; readonly is: string }
	| { readonly members: Forms }
	| { readonly items: Form }
export type Forms = { readonly [name: string]: Form }

/** An argument as text, such as an id or bytes in hexadecimal. */
export const textForm = (is: string): Form => ({ type: 'string', is })

/** A function that the caller gives. */
export const functionForm: Form = { type: 'function', is: 'a function' }

/** An amount, price or fraction, whose own reader says what is wrong with one that is there. */
export const amountForm: Form = { type: 'any', is: 'a decimal as text, such as "1.5"' }

/** The pair of a call. */
export const pairForm: Form = { members: { base: textForm('a token symbol'), quote: textForm('a token symbol') } }

/**
 * The first argument, or member of one, that has another form, in words: `pair, expected an object {base, quote}, found
 * "XRD/xUSDC"`. Undefined if there is none.
 */
export function wrongArgument(
	forms: Forms,
	values: Readonly<Record<string, unknown>>,
	inside = '',
): string | undefined {
	for (const [key, form] of Object.entries(forms)) {
		const name = key.replace('?', '')
		const value = values[name]
		if (name !== key && (value === undefined || value === null)) continue
		const wrong = wrongIn(form, value, inside + name)
		if (wrong !== undefined) return wrong
	}
	return undefined
}

/** @throws TypeError naming the call, and the first argument that has another form */
export function requireArguments(call: string, forms: Forms, values: Readonly<Record<string, unknown>>): void {
	const wrong = wrongArgument(forms, values)
	if (wrong !== undefined) throw new TypeError(`${call}: ${wrong}`)
}

function wrongIn(form: Form, value: unknown, place: string): string | undefined {
	if ('members' in form) {
		const names = Object.keys(form.members).filter(name => !name.endsWith('?'))
		if (typeof value !== 'object' || value === null || Array.isArray(value))
			return wrong(place, names.length === 0 ? 'an object' : `an object {${names.join(', ')}}`, value)
		return wrongArgument(form.members, value as Readonly<Record<string, unknown>>, `${place}.`)
	}
	if ('items' in form) {
		if (!Array.isArray(value)) return wrong(place, 'an array', value)
		for (const [at, item] of value.entries()) {
			const found = wrongIn(form.items, item, `${place}[${at}]`)
			if (found !== undefined) return found
		}
		return undefined
	}
	const isOfType = form.type === 'any' ? value !== undefined && value !== null : typeof value === form.type
	return isOfType ? undefined : wrong(place, form.is, value)
}

function wrong(place: string, expected: string, found: unknown): string {
	return `${place}, expected ${expected}, found ${shown(found)}`
}
