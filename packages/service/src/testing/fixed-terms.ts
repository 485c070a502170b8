import type { Platform } from '../platform/platform.ts'

/** Terms that never change. */
export function fixedTerms(terms: Pick<Platform, 'market' | 'feeInfo'>): Platform['terms'] {
	return { accepted: () => [terms], onChanged: () => () => {}, heldKeys: [] }
}
