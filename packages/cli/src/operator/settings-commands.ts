import { readFileSync } from 'node:fs'
import { AppliedSettings, ApplySettings, SettingsReport, timestampText } from '@accord/protocol'
import type { Command } from 'commander'
import { parseSeconds } from '../arguments.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import type { Paint } from '../terminal/paint.ts'
import { show } from '../terminal/terminal.ts'
import type { OperatorClient } from './operator-client.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'

const path = '/operator/settings'
const startMax = 30 * 86_400

type Settings = Readonly<Record<string, unknown>>
type ApplyArguments = OperatorArguments & { readonly from?: string; readonly reason?: string }

/** `accord settings …`: tokens, pairs, routes, fees, prices and the service’s keys, on which all nodes agree. */
export function addSettingsCommands(program: Command, context: Context): void {
	const settings = program.command('settings').description('what all nodes agree on, changed without a restart')

	withOperatorOptions(settings.command('show').description('print the newest settings; edit and apply what it prints'))
		.addHelpText('after', '\nExample:\n  accord settings show > settings.json')
		.action(async (given: OperatorArguments) => {
			const report = await read(operatorClient(given, context))
			const document = JSON.stringify({ version: report.version, ...report.settings }, undefined, 2)
			if (given.json !== true) for (const line of stateOf(report)) context.terminal.note(line)
			show(context.terminal, {
				json: given.json,
				value: SettingsReport.format(report),
				lines: () => document.split('\n'),
			})
		})

	withOperatorOptions(settings.command('diff').description('validate settings, and print what they would change now'))
		.argument('<file>', 'the settings that change, or all of them, as JSON')
		.action(async (file: string, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const { version: _, ...settings } = readSettingsFile(file)
			const { version } = await read(client)
			showChanges(await send(client, { version, settings, check: true }), given)
		})

	withOperatorOptions(settings.command('apply').description('change settings at all nodes, without a restart'))
		.argument('<file>', 'the settings that change, or all of them, as JSON')
		.option('--from <time>', 'from when they count: in 10m, 2h, …, or a time such as 2026-12-01T09:00Z')
		.option('--reason <text>', 'why, for the audit log')
		.addHelpText(
			'after',
			'\nThe file is a JSON merge patch: lists are replaced, null removes a setting. With a "version", as show prints\nit, it is refused once another version was applied.\n\nExample:\n  accord settings apply price.json --from 10m --reason "XRD has risen"',
		)
		.action(async (file: string, given: ApplyArguments) => {
			const client = operatorClient(given, context)
			const validFromMs = given.from === undefined ? undefined : readTime(given.from, context.nowMs())
			const { reason } = given
			const request = {
				...(await requestOf(client, file)),
				...(validFromMs !== undefined && { validFromMs }),
				...(reason !== undefined && { reason }),
			}
			showChanges(await send(client, request), given)
		})

	const showChanges = (applied: AppliedSettings, { json }: OperatorArguments) =>
		show(context.terminal, {
			json,
			value: AppliedSettings.format(applied),
			lines: paint => describe(applied, paint),
		})
}

function read(client: OperatorClient): Promise<SettingsReport> {
	return client.call({ method: 'GET', path, message: SettingsReport })
}

function send(client: OperatorClient, body: ApplySettings): Promise<AppliedSettings> {
	return client.call({ method: 'POST', path, message: AppliedSettings, body: ApplySettings.format(body) })
}

/** A file without a version is based on the newest settings. */
async function requestOf(client: OperatorClient, file: string): Promise<ApplySettings> {
	const { version: given, ...settings } = readSettingsFile(file)
	const version = given ?? (await read(client)).version
	if (typeof version !== 'number') throw new UsageError(`${file}: "version" is not a number`)
	return { version, settings }
}

function readSettingsFile(file: string): Settings {
	try {
		const settings: unknown = JSON.parse(readFileSync(file, 'utf8'))
		if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return { ...settings }
	} catch (cause) {
		throw new UsageError(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
	}
	throw new UsageError(`${file} does not contain a JSON object`)
}

/** `10m` is in ten minutes. */
function readTime(text: string, nowMs: number): number {
	if (/^\d+[smhd]?$/.test(text)) return nowMs + parseSeconds('--from', text, startMax) * 1000
	const ms = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
	if (Number.isNaN(ms))
		throw new UsageError(`--from must be a duration or a time such as 2026-12-01T09:00Z, not '${text}'`)
	return ms
}

function stateOf({ version, inForce, versions }: SettingsReport): string[] {
	const newest = versions.at(-1)
	if (newest === undefined) return ['the settings of the configuration files: none were applied yet']
	const { author, reason, validFromMs } = newest
	const why = reason === undefined ? '' : `: ${reason}`
	const state = inForce === version ? 'in force' : `not in force yet; version ${inForce} is`
	return [`version ${version} by ${author}, from ${timestampText(validFromMs)}, ${state}${why}`]
}

function describe({ version, validFromMs, isApplied, changes }: AppliedSettings, paint: Paint): string[] {
	const at = timestampText(validFromMs)
	const last = isApplied ? paint.green(`version ${version} counts from ${at}`) : 'valid; nothing was applied'
	return [...changes.flatMap(change => describeChange(change, paint)), last]
}

function describeChange({ setting, before, after }: AppliedSettings['changes'][number], paint: Paint): string[] {
	if (!Array.isArray(before) || !Array.isArray(after))
		return [`${paint.bold(setting)}: ${textOf(before)} → ${textOf(after)}`]
	const [old, now] = [before, after].map(list => list.map(textOf))
	const removed = old?.filter(entry => !now?.includes(entry)) ?? []
	const added = now?.filter(entry => !old?.includes(entry)) ?? []
	const lines = [...removed.map(entry => paint.red(`  - ${entry}`)), ...added.map(entry => paint.green(`  + ${entry}`))]
	return [`${paint.bold(setting)}:`, ...(lines.length === 0 ? ['  in another order'] : lines)]
}

function textOf(value: unknown): string {
	return value === undefined ? 'not set' : JSON.stringify(value)
}
