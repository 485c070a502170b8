import type { Violation } from '@accord/protocol'

const none: readonly Violation[] = []

/** All violations of several rules, in order; there are hardly ever any, and then nothing is allocated. */
export function joinedViolations(...found: readonly (readonly Violation[])[]): readonly Violation[] {
	for (const violations of found) if (violations.length > 0) return found.flat()
	return none
}
