import { closeSync, openSync, writeSync } from 'node:fs'
import { AuditEntry } from '@accord/protocol'
import type { Command } from 'commander'
import { parseWholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../errors.ts'
import { requireNewFile } from '../operator/new-secret.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from '../operator/operator-endpoint.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import { archiveLog } from './archive-log.ts'
import { type AuditHead, entriesIn } from './audit-entries.ts'
import { type AuditSource, sourceOf } from './audit-source.ts'
import { replayLog } from './replay-log.ts'
import { verifyLog } from './verify-log.ts'

type LogArguments = OperatorArguments & { file?: string; archive?: string }

/** `accord audit …`: the log of every decision and every act of an operator. */
export function addAuditCommands(program: Command, context: Context): void {
	const audit = program.command('audit').description('the log of every decision and of every act of an operator')

	withLogOptions(audit.command('verify').description('check that no entry was changed, removed or replaced'))
		.option('--known <number:hash>', 'an entry noted elsewhere that must still be there')
		.addHelpText('after', '\nExample:\n  accord audit verify --known 41802:9f86d081…')
		.action(async (given: LogArguments & { known?: string }) => {
			const known = given.known === undefined ? undefined : parseHead(given.known)
			const source = await logOf(given, context)
			const work = verifyLog(source, known)
			const { head, broken } = await withProgress(context.terminal, 'reading the audit log', work)
			const place = `${head.number}:${head.hash}`
			const lines = broken
				? [`broken at entry ${broken.number}: ${broken.reason}`, `the last valid entry: ${place}`]
				: [`ok: ${head.number - source.after.number} entries`, `newest: ${place}`]
			if (source.left) context.terminal.note(source.left)
			show(context.terminal, { json: given.json, value: { ok: !broken, head, broken }, lines: () => lines })
			if (broken) context.exit(exitCodes.failed.code)
		})

	withArchiveOption(
		withOperatorOptions(
			audit.command('export').description('write the log to a new file of mode 0600, one JSON per line'),
		),
	)
		.argument('<file>', 'the file')
		.option('--after <number>', 'only entries with larger numbers', '0')
		.addHelpText('after', '\nExample:\n  accord audit export audit.jsonl')
		.action(async (file: string, given: LogArguments & { after: string }) => {
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
			const source = await logOf(given, context)
			if (source.left) context.terminal.note(source.left)
			const work = replayLog(source.entries)
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

	addArchiveCommand(audit, context)
}

function addArchiveCommand(audit: Command, context: Context): void {
	withOperatorOptions(
		audit.command('archive').description('move the entries of past days to files, one compressed file for each day'),
	)
		.argument('<folder>', 'the folder of all archives')
		.requiredOption('--before <day>', 'entries of this day (UTC) and later ones stay in the database')
		.addHelpText('after', '\nExample:\n  accord audit archive /var/backups/accord-audit --before 2026-11-22')
		.action(async (folder: string, given: OperatorArguments & { before: string }) => {
			const beforeMs = parseDay('--before', given.before)
			const client = operatorClient(given, context)
			const archived = await withProgress(
				context.terminal,
				'archiving the audit log',
				archiveLog({ client, folder, beforeMs }),
			)
			const lines = archived.map(({ file, first, last }) => `${file}: entries ${first} to ${last}`)
			const none = ['nothing to archive']
			show(context.terminal, {
				json: given.json,
				value: { archived },
				lines: () => (lines.length === 0 ? none : lines),
			})
		})
}

function parseDay(option: string, text: string): number {
	const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
	if (Number.isNaN(ms)) throw new UsageError(`${option} must be a day such as 2026-11-22, not '${text}'`)
	return ms
}

function withLogOptions(command: Command): Command {
	return withArchiveOption(withOperatorOptions(command)).option(
		'--file <file>',
		'an exported file, instead of a service',
	)
}

function withArchiveOption(command: Command): Command {
	return command.option('--archive <folder>', 'the folder of archives, whose entries come before the service’s')
}

async function logOf(given: LogArguments, context: Context): Promise<AuditSource> {
	if (given.file === undefined) return await sourceOf(operatorClient(given, context), { folder: given.archive })
	const { firstHash } = await import('@accord/service')
	return { after: { number: 0, hash: firstHash }, entries: entriesIn(given.file) }
}

type Export = { readonly given: LogArguments; readonly context: Context; readonly after: number }

async function exportLog(file: string, { given, context, after }: Export) {
	const source = await sourceOf(operatorClient(given, context), { folder: given.archive, after })
	if (source.left && source.after.number > after) context.terminal.note(source.left)
	const descriptor = openSync(file, 'wx', 0o600)
	const written = { entries: 0, last: after }
	try {
		for await (const entry of source.entries) {
			if (entry.number <= after) continue
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
