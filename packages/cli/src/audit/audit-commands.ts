import { closeSync, openSync, writeSync } from 'node:fs'
import { AuditEntry } from '@accord/protocol'
import type { Command } from 'commander'
import { parseWholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../errors.ts'
import { requireNewFile } from '../operator/new-secret.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from '../operator/operator-endpoint.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import { type AuditHead, entriesIn, entriesOf } from './audit-entries.ts'
import { replayLog } from './replay-log.ts'
import { verifyLog } from './verify-log.ts'

type LogArguments = OperatorArguments & { file?: string }

/** `accord audit …`: the log of every decision and every act of an operator. */
export function addAuditCommands(program: Command, context: Context): void {
	const audit = program.command('audit').description('the log of every decision and of every act of an operator')

	withLogOptions(audit.command('verify').description('check that no entry was changed, removed or replaced'))
		.option('--known <number:hash>', 'an entry noted elsewhere that must still be there')
		.addHelpText('after', '\nExample:\n  accord audit verify --known 41802:9f86d081…')
		.action(async (given: LogArguments & { known?: string }) => {
			const known = given.known === undefined ? undefined : parseHead(given.known)
			const work = verifyLog(logOf(given, context), known)
			const { head, broken } = await withProgress(context.terminal, 'reading the audit log', work)
			const place = `${head.number}:${head.hash}`
			const lines = broken
				? [`broken at entry ${broken.number}: ${broken.reason}`, `the last valid entry: ${place}`]
				: [`ok: ${head.number} entries`, `newest: ${place}`]
			show(context.terminal, { json: given.json, value: { ok: !broken, head, broken }, lines: () => lines })
			if (broken) context.exit(exitCodes.failed.code)
		})

	withOperatorOptions(
		audit.command('export').description('write the log to a new file of mode 0600, one JSON per line'),
	)
		.argument('<file>', 'the file')
		.option('--after <number>', 'only entries with larger numbers', '0')
		.addHelpText('after', '\nExample:\n  accord audit export audit.jsonl')
		.action(async (file: string, given: OperatorArguments & { after: string }) => {
			const after = parseWholeNumber('--after', given.after, { min: 0, max: Number.MAX_SAFE_INTEGER })
			requireNewFile(file)
			const written = await withProgress(
				context.terminal,
				'reading the audit log',
				exportLog(file, { given, context, after }),
			)
			const lines = [`${written.entries} entries in ${file}`, `the next ones: --after ${written.last}`]
			show(context.terminal, { json: given.json, value: written, lines: () => lines })
		})

	withLogOptions(audit.command('replay').description('match every recorded order again and compare'))
		.addHelpText('after', '\nExample:\n  accord audit replay --file audit.jsonl')
		.action(async (given: LogArguments) => {
			const work = replayLog(logOf(given, context))
			const replayed = await withProgress(context.terminal, 'matching again', work)
			const { same, skipped, difference } = replayed
			const lines = difference
				? [
						`entry ${difference.number} gives another match, order ${difference.order}`,
						`recorded  ${JSON.stringify(difference.recorded)}`,
						`now       ${JSON.stringify(difference.now)}`,
					]
				: [`ok: ${same} matches were the same, ${skipped} were recorded without their levels`]
			show(context.terminal, { json: given.json, value: { ok: !difference, ...replayed }, lines: () => lines })
			if (difference) context.exit(exitCodes.failed.code)
		})
}

function withLogOptions(command: Command): Command {
	return withOperatorOptions(command).option('--file <file>', 'an exported file, instead of a service')
}

function logOf(given: LogArguments, context: Context) {
	return given.file === undefined ? entriesOf(operatorClient(given, context)) : entriesIn(given.file)
}

type Export = { readonly given: OperatorArguments; readonly context: Context; readonly after: number }

async function exportLog(file: string, { given, context, after }: Export) {
	const client = operatorClient(given, context)
	const descriptor = openSync(file, 'wx', 0o600)
	const written = { entries: 0, last: after }
	try {
		for await (const entry of entriesOf(client, after)) {
			writeSync(descriptor, `${JSON.stringify(AuditEntry.format(entry))}\n`)
			written.entries += 1
			written.last = entry.number
		}
	} finally {
		closeSync(descriptor)
	}
	return written
}

function parseHead(text: string): AuditHead {
	const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
	if (number !== undefined && hash !== undefined) return { number: Number(number), hash }
	throw new UsageError(`--known must be the number and the hash of an entry, as verify prints them, not '${text}'`)
}
