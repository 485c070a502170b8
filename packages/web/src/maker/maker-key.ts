import { TradeError } from '@accord/protocol'
import { type Described, describeError, retryAfterMs } from '@accord/sdk'
import { isRefusedKey, type KeyKind, keyPrefixes, UnsentKey } from '../key-view/entered-key.ts'

/** The key that opens the maker's view. */
export const makerKeyKind: KeyKind = {
	name: 'API key',
	describeOther: key =>
		key.startsWith(keyPrefixes.operator)
			? {
					reason: 'This is an operator’s key, which does not open this view.',
					advice: 'It has not been sent. Use it with the accord command, and enter a maker’s key here.',
				}
			: undefined,
}

/** Why minting on credit does not apply to a maker. */
export type WithoutCredit = 'not_an_instamint_customer' | 'instamint_not_offered'

/** The reason why minting on credit does not apply, if the answer says so. */
export function withoutCredit(error: unknown): WithoutCredit | undefined {
	if (!(error instanceof TradeError)) return undefined
	const { code } = error
	return code === 'not_an_instamint_customer' || code === 'instamint_not_offered' ? code : undefined
}

/** What went wrong with a maker's key or its requests, and what to do. */
export function describeMakerError(error: unknown): Described {
	if (error instanceof UnsentKey) return error.described
	if (isRefusedKey(error))
		return {
			reason: 'The service does not accept this key.',
			advice:
				'It may be mistyped, expired or revoked, or the wrong kind of key: neither an account’s key nor an operator’s opens this view. Makers get their keys from the operator of this service.',
		}
	if (error instanceof TradeError && error.code === 'rate_limited') {
		const seconds = Math.ceil((retryAfterMs(error) ?? 1_000) / 1_000)
		return {
			reason: 'Too many requests have been made with this key or from this address.',
			advice: `The service accepts the next one in ${seconds} s. Your other programs share the limit.`,
		}
	}
	return describeError(error)
}
