import type { Token } from '@accord/protocol'
import { isMisnamed, knownToken } from '../ui/known-tokens.ts'

/** What the page can say of a token: it knows the address itself, only the service lists it, or it looks like another. */
export type Trust = 'verified' | 'listed' | 'misnamed'

/** Decided by the address alone: symbols, names and icons can be imitated. */
export function trustOf(token: Pick<Token, 'symbol' | 'resourceAddress'>): Trust {
	if (knownToken(token) !== undefined) return 'verified'
	return isMisnamed(token) ? 'misnamed' : 'listed'
}
