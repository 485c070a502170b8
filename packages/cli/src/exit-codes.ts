/** What the exit codes mean; the help and docs/operate.md are made from this table. */
export const exitCodes = {
	ok: { code: 0, meaning: 'done' },
	failed: { code: 1, meaning: 'it was tried and did not succeed, or the doctor found something wrong' },
	usage: { code: 2, meaning: 'wrong use: an unknown option, a missing argument, a wrong value, a wrong setting' },
	unreachable: { code: 3, meaning: 'the service cannot be reached' },
	refused: { code: 4, meaning: 'the service refused: its error code is shown' },
} as const

/** The command was used wrongly: saying how helps, trying again does not. */
export class UsageError extends Error {
	override readonly name = 'UsageError'
}

/** The service did not answer, or not in a way that can be understood. */
export class UnreachableError extends Error {
	override readonly name = 'UnreachableError'
}
