import { existsSync } from 'node:fs'
import { TradeError } from '@accord/protocol'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { exitCodeOf, exitCodes, UnreachableError } from '../errors.ts'
import type { Paint } from '../terminal/paint.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import { OperatorClient } from './operator-client.ts'
import {
	findOperator,
	isPrivateFile,
	isTransportSafe,
	type OperatorArguments,
	type OperatorEndpoint,
	readOperatorKey,
	withOperatorOptions,
} from './operator-endpoint.ts'

/** `accord doctor`: the service's own checks, and those that only the client can make. */
export function addDoctorCommand(program: Command, context: Context): void {
	withOperatorOptions(program.command('doctor').description('diagnose the service and suggest what to do'))
		.addHelpText(
			'after',
			'\nExit codes: 0 every check passed, 1 a check failed, 3 the operator API does not answer, 4 it refused the key.',
		)
		.action(async (given: OperatorArguments) => {
			const { checks, exitCode } = await diagnose(given, context)
			const value = { ok: checks.every(({ ok }) => ok), checks }
			show(context.terminal, { json: given.json, value, lines: paint => describeChecks(checks, paint) })
			context.exit(exitCode)
		})
}

/** One check, by the service or by this command. */
type Check = {
	readonly name: string
	readonly ok: boolean
	readonly detail: string
	/** What to do about a failed check. */
	readonly advice?: string
}

type Diagnosis = { readonly checks: readonly Check[]; readonly exitCode: number }

async function diagnose(given: OperatorArguments, { terminal, env }: Context): Promise<Diagnosis> {
	const endpoint = findOperator(given, env)
	const keyFile = checkKeyFile(endpoint)
	const local = [keyFile, checkTransport(endpoint)]
	if (!keyFile.ok) return { checks: local, exitCode: exitCodes.failed.code }
	const client = new OperatorClient({ url: endpoint.url, key: readOperatorKey(endpoint, env) })
	try {
		const checks = await withProgress(terminal, 'running the service’s checks', client.doctor())
		const reached = { name: 'operator', ok: true, detail: `${endpoint.url} answers and accepts the key` }
		const all: Check[] = [...local, reached, ...checks]
		return { checks: all, exitCode: all.every(({ ok }) => ok) ? exitCodes.ok.code : exitCodes.failed.code }
	} catch (error) {
		return { checks: [...local, failedCall(error, endpoint.url)], exitCode: exitCodeOf(error) }
	}
}

function failedCall(error: unknown, url: string): Check {
	if (!(error instanceof TradeError || error instanceof UnreachableError)) throw error
	const advice =
		error instanceof UnreachableError
			? 'Is the service running, with an operator section in its configuration? accord config show prints the port.'
			: `Is this the key of ${url}?`
	return { name: 'operator', ok: false, detail: error.message, advice }
}

/** The problems that can be found from the key's file alone, without a request. */
function checkKeyFile({ keyFile }: OperatorEndpoint): Check {
	const name = 'key file'
	if (keyFile === undefined) return { name, ok: true, detail: 'the key is in ACCORD_OPERATOR_KEY' }
	if (!existsSync(keyFile))
		return { name, ok: false, detail: `${keyFile} does not exist`, advice: 'Name the right file with --key-file.' }
	if (isPrivateFile(keyFile)) return { name, ok: true, detail: `no other user can read ${keyFile}` }
	const advice = `Run chmod 600 ${keyFile}, then rotate the operator’s key.`
	return { name, ok: false, detail: `other users can read ${keyFile}`, advice }
}

/** Whether others could read the key in transit. */
export function checkTransport(endpoint: OperatorEndpoint): Check {
	const name = 'transport'
	const { protocol, hostname } = new URL(endpoint.url)
	if (isTransportSafe(endpoint)) {
		const detail = protocol === 'https:' ? 'the key is sent encrypted' : 'the key does not leave this machine'
		return { name, ok: true, detail }
	}
	const advice = 'Use an SSH tunnel (ssh -L 8490:127.0.0.1:8490 …) or put TLS in front.'
	return { name, ok: false, detail: `the key is sent unencrypted to ${hostname}`, advice }
}

function describeChecks(checks: readonly Check[], paint: Paint): string[] {
	const width = Math.max(...checks.map(({ name }) => name.length))
	const failedFirst = checks.toSorted((one, other) => Number(one.ok) - Number(other.ok))
	return failedFirst.flatMap(({ name, ok, detail, advice }) => [
		`${ok ? paint.green('ok  ') : paint.red('FAIL')}  ${name.padEnd(width)}  ${detail}`,
		...(advice === undefined ? [] : [`${' '.repeat(width + 8)}${paint.bold('→')} ${advice}`]),
	])
}
