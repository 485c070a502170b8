import { TradeError } from '@accord/protocol'
import type { Described } from '@accord/sdk'

/** The input cannot be a key of the requested kind, so it was not sent. */
export class UnsentKey extends Error {
	readonly described: Described

	constructor(described: Described) {
		super(described.reason)
		this.described = described
	}
}

/** A view's name for its key, with the article, and the kinds of keys that are for something else. */
export type KeyKind = {
	readonly name: string
	readonly describeOther: (key: string) => Described | undefined
}

/** The prefixes of the service's own keys and of operators' keys. */
export const keyPrefixes = { any: 'accord_', operator: 'accord_operator_' }

const lengthMax = 512

/**
 * The key in a typed or pasted text.
 * @throws UnsentKey
 */
export function readKey(text: string, { name, describeOther }: KeyKind): string {
	const key = text.trim()
	if (key === '') throw new UnsentKey({ reason: `Enter your ${name}.` })
	const other = describeOther(key)
	if (other !== undefined) throw new UnsentKey(other)
	// Only these characters can be sent in a header.
	if (key.length > lengthMax || !/^[\x21-\x7e]+$/.test(key))
		throw new UnsentKey({
			reason: `This cannot be an ${name}.`,
			advice: `A key is one word of at most ${lengthMax} letters, digits and signs. It has not been sent.`,
		})
	return key
}

/** Whether the service refuses the key itself. */
export function isRefusedKey(error: unknown): boolean {
	return error instanceof TradeError && error.code === 'unauthorized'
}
