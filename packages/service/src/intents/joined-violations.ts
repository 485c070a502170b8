import type { Violation } from '@accord/protocol'

const none: readonly Violation[] = []

/** All violations of several rules, in their order; nearly always there are none, and nothing is made then. */
export function joinedViolations(...found: readonly (readonly Violation[])[]): readonly Violation[] {
	for (const violations of found) if (violations.length > 0) return found.flat()
	return none
}
