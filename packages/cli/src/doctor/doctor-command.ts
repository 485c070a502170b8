import { TradeError } from '@accord/protocol'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { exitCodes, UnreachableError } from '../exit-codes.ts'
import { findOperator, type OperatorArguments, readOperatorKey } from '../operator/find-operator.ts'
import { OperatorClient } from '../operator/operator-client.ts'
import { withOperatorOptions } from '../operator/operator-context.ts'
import type { Paint } from '../terminal/paint.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import { type Check, checkKeyFile, checkTransport } from './own-checks.ts'

/** `accord doctor`: what the service finds about itself, and what can be seen from here. */
export function addDoctorCommand(program: Command, context: Context): void {
	withOperatorOptions(program.command('doctor').description('look for what is wrong, and say what to do about it'))
		.addHelpText(
			'after',
			'\nExit code: 0 all is well, 1 something is wrong, 3 the operator API does not answer, 4 it refuses.',
		)
		.action(async (given: OperatorArguments) => {
			const { checks, exitCode } = await examine(given, context)
			const value = { ok: checks.every(({ ok }) => ok), checks }
			show(context.terminal, { json: given.json, value, lines: paint => describeChecks(checks, paint) })
			context.exit(exitCode)
		})
}

async function examine(
	given: OperatorArguments,
	{ terminal, env }: Context,
): Promise<{ checks: Check[]; exitCode: number }> {
	const place = findOperator(given, env)
	const own = [checkKeyFile(place), checkTransport(place)]
	if (own[0]?.ok === false) return { checks: own, exitCode: exitCodes.failed.code }
	const client = new OperatorClient({ url: place.url, key: readOperatorKey(place, env) })
	try {
		const { checks } = await withProgress(terminal, 'the service examines itself', client.doctor())
		const reached = { name: 'operator', ok: true, detail: `${place.url} answers and takes the key` }
		const all: Check[] = [...own, reached, ...checks]
		return { checks: all, exitCode: all.every(({ ok }) => ok) ? exitCodes.ok.code : exitCodes.failed.code }
	} catch (error) {
		return { checks: [...own, unreached(error, place.url)], exitCode: codeOf(error) }
	}
}

function unreached(error: unknown, url: string): Check {
	if (!(error instanceof TradeError || error instanceof UnreachableError)) throw error
	const advice =
		error instanceof UnreachableError
			? 'is the service running, with an operator section in its configuration? accord config show tells the port'
			: `is this the key of ${url}?`
	return { name: 'operator', ok: false, detail: error.message, advice }
}

function codeOf(error: unknown): number {
	return error instanceof UnreachableError ? exitCodes.unreachable.code : exitCodes.refused.code
}

function describeChecks(checks: readonly Check[], paint: Paint): string[] {
	const width = Math.max(...checks.map(({ name }) => name.length))
	return checks.flatMap(({ name, ok, detail, advice }) => [
		`${ok ? paint.green('ok   ') : paint.red('WRONG')}  ${name.padEnd(width)}  ${detail}`,
		...(advice === undefined ? [] : [`${' '.repeat(width + 9)}${paint.bold('→')} ${advice}`]),
	])
}
