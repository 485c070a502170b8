import { type Described, describeError } from '@accord/sdk'
import { isRefusedKey, type KeyKind, keyPrefixes, UnsentKey } from '../key-view/entered-key.ts'

/** The key that opens the operator's view. */
export const operatorKeyKind: KeyKind = {
	name: 'operator key',
	describeOther: key =>
		key.startsWith(keyPrefixes.any) && !key.startsWith(keyPrefixes.operator)
			? {
					reason: 'This is a maker’s key, which does not open this view.',
					advice: 'It has not been sent. Makers have their own view on the trading page.',
				}
			: undefined,
}

/** What went wrong with an operator's key or its requests, and what to do. */
export function describeOperatorError(error: unknown): Described {
	if (error instanceof UnsentKey) return error.described
	if (isRefusedKey(error))
		return {
			reason: 'The service does not accept this key.',
			advice: 'It may be mistyped or revoked. On the local network it is in operator.key, in the data folder.',
		}
	return describeError(error)
}
