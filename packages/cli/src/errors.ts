import { TradeError, visibleJson } from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'

/** The exit codes, as the help explains them. */
export const exitCodes = {
	ok: { code: 0, meaning: 'success' },
	failed: { code: 1, meaning: 'the command failed, or found a problem: the doctor, or in the audit log' },
	usage: { code: 2, meaning: 'invalid usage: an unknown option, a missing argument, a bad value or setting' },
	unreachable: { code: 3, meaning: 'the service cannot be reached' },
	refused: { code: 4, meaning: 'the service refused the request; its error code is printed' },
	unknown: { code: 5, meaning: 'the order of accord trade was sent, but how it ended is not known yet' },
} as const

/** The command line is invalid: retrying it unchanged cannot succeed. */
export class UsageError extends Error {
	override readonly name = 'UsageError'
}

/** The service did not answer, or its answer could not be parsed. */
export class UnreachableError extends Error {
	override readonly name = 'UnreachableError'
}

/** The exit code for a command that threw an error. */
export function exitCodeOf(error: unknown): number {
	if (error instanceof UsageError) return exitCodes.usage.code
	if (error instanceof UnreachableError || error instanceof ConnectionError) return exitCodes.unreachable.code
	return error instanceof TradeError ? exitCodes.refused.code : exitCodes.failed.code
}

/** An error as lines to print: what went wrong, then every violation that this does not describe already. */
export function describeError(error: unknown): string[] {
	if (!(error instanceof TradeError)) return [error instanceof Error ? error.message : String(error)]
	const { code, message } = error
	const violations = error.errors.flatMap(({ pointer, instruction, rule, expected, found, detail }) => {
		const place = pointer ?? (instruction === undefined ? undefined : `instruction ${instruction}`)
		const facts = [
			place,
			rule === code ? '' : rule,
			detail,
			expected && `expected ${expected}`,
			found && `found ${found}`,
		]
		const said = facts.flatMap(fact => fact || [])
		return said.every(fact => message.includes(fact)) ? [] : [`  ${said.join(', ')}`]
	})
	const what = code === 'settings_changed' ? `${message}: run accord settings show again` : message
	return [`${code}: ${what}`, ...violations]
}

/** An error as one line of JSON, for commands run with `--json`. */
export function errorJson(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error)
	const refusal = error instanceof TradeError ? { code: error.code, errors: error.errors } : {}
	return visibleJson(JSON.stringify({ error: { ...refusal, message, exit_code: exitCodeOf(error) } }))
}
