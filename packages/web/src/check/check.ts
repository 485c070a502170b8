/** Two things that are compared, and whether they agree; `unknown` if one of them is missing. */
export type Check = { readonly title: string; readonly outcome: Outcome; readonly text: string }

export type Outcome = 'holds' | 'fails' | 'unknown'

export const holds = (title: string, text: string): Check => ({ title, outcome: 'holds', text })
export const fails = (title: string, text: string): Check => ({ title, outcome: 'fails', text })
export const unknown = (title: string, text: string): Check => ({ title, outcome: 'unknown', text })

/** How many checks had each result. */
export function countOutcomes(checks: readonly Check[]): Readonly<Record<Outcome, number>> {
	const count = (outcome: Outcome) => checks.filter(check => check.outcome === outcome).length
	return { holds: count('holds'), fails: count('fails'), unknown: count('unknown') }
}

/** All checks in one sentence. */
export function summaryOf(checks: readonly Check[]): string {
	const { holds, fails, unknown } = countOutcomes(checks)
	const open = unknown === 0 ? '' : ` ${unknown} could not be made.`
	if (fails > 0) return `${fails} of ${checks.length} checks ${fails === 1 ? 'fails' : 'fail'}.${open}`
	return unknown === 0 ? `All ${holds} checks hold.` : `${holds} checks hold.${open}`
}

/** Why something was not read: only the reason. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error)
}
