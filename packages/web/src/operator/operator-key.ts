import { TradeError } from '@accord/protocol'
import { type Described, describeError } from '@accord/sdk'

/** What was entered is no operator's key; it has not been sent. */
export class NotAnOperatorKey extends Error {
	readonly described: Described

	constructor(described: Described) {
		super(described.reason)
		this.described = described
	}
}

/** How the service's own keys begin. */
const prefixes = { operator: 'accord_operator_', any: 'accord_' }
const lengthMax = 512

/** The key in what was typed or pasted. @throws NotAnOperatorKey */
export function readOperatorKey(text: string): string {
	const key = text.trim()
	if (key === '') throw new NotAnOperatorKey({ reason: 'Enter your operator key.' })
	if (key.startsWith(prefixes.any) && !key.startsWith(prefixes.operator))
		throw new NotAnOperatorKey({
			reason: 'This is a maker’s key, which opens nothing here.',
			advice: 'It has not been sent. Makers have a view of their own on the trading page.',
		})
	// Only these can be sent as a header.
	if (key.length > lengthMax || !/^[\x21-\x7e]+$/.test(key))
		throw new NotAnOperatorKey({
			reason: 'This cannot be an operator key.',
			advice: `A key is one word of at most ${lengthMax} letters, digits and signs. It has not been sent.`,
		})
	return key
}

/** Whether the service refuses the key itself. */
export function isRefusedKey(error: unknown): boolean {
	return error instanceof TradeError && error.code === 'unauthorized'
}

/** What went wrong with an operator's key or what it asks for, and what to do. */
export function describeOperatorError(error: unknown): Described {
	if (error instanceof NotAnOperatorKey) return error.described
	if (isRefusedKey(error))
		return {
			reason: 'The service does not accept this key.',
			advice: 'It may be mistyped or revoked. On the local network it is in operator.key, in the data folder.',
		}
	return describeError(error)
}
