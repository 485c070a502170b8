import { Maker, Makers } from '@accord/protocol'
import type { Command } from 'commander'
import { parseWholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import { describeMaker, describeMakers } from './maker-text.ts'
import type { OperatorClient } from './operator-client.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'

const levelBounds = { min: 0, max: 1000 }

/** `accord maker …`: market makers and fee levels. */
export function addMakerCommands(program: Command, context: Context): void {
	const makers = program.command('maker').description('market makers: create, show, pause and resume them')

	withOperatorOptions(makers.command('list').description('list all makers'))
		.addHelpText('after', '\nExample:\n  accord maker list --json | jq -r ".makers[].name"')
		.action(async (given: OperatorArguments) => {
			const found = await withProgress(context.terminal, 'asking the service', operatorClient(given, context).makers())
			const nowMs = context.nowMs()
			show(context.terminal, {
				json: given.json,
				value: Makers.format(found),
				lines: paint => describeMakers(found, { paint, nowMs }),
			})
		})

	withOperatorOptions(
		makers.command('show').description('show one maker, and how it has answered').argument('<maker>', 'its name or id'),
	).action(async (wanted: string, given: OperatorArguments) => {
		const client = operatorClient(given, context)
		const { makerId } = await findMaker(client, wanted)
		showMaker(await client.maker(makerId), given, context)
	})

	withOperatorOptions(makers.command('create').description('register a maker').argument('<name>', 'its display name'))
		.requiredOption('--account <addresses...>', 'the accounts that its fills may come from')
		.option('--level <number>', 'the fee level of these accounts')
		.addHelpText('after', '\nExample:\n  accord maker create "Delta Capital" --account account_rdx12… --level 1')
		.action(async (name: string, given: OperatorArguments & { account: string[]; level?: string }) => {
			const level = given.level === undefined ? {} : { level: parseWholeNumber('--level', given.level, levelBounds) }
			const body = { name, accounts: given.account, ...level }
			showMaker(await operatorClient(given, context).createMaker(body), given, context)
			context.terminal.note(`next: accord keys issue ${quoted(name)}`)
		})

	withOperatorOptions(makers.command('add-account').description('add accounts to a maker'))
		.argument('<maker>', 'its name or id')
		.argument('<addresses...>', 'accounts that its fills may come from')
		.action(async (wanted: string, addresses: string[], given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const { makerId } = await findMaker(client, wanted)
			showMaker(await client.addAccounts(makerId, addresses), given, context)
		})

	withOperatorOptions(makers.command('pause').description('stop matching against a maker’s books; open fills continue'))
		.argument('<maker>', 'its name or id')
		.option('--reason <text>', 'why; the maker sees it')
		.addHelpText('after', '\nExample:\n  accord maker pause "Delta Capital" --reason "prices look wrong"')
		.action(async (wanted: string, given: OperatorArguments & { reason?: string }) => {
			const client = operatorClient(given, context)
			const { makerId } = await findMaker(client, wanted)
			showMaker(await client.pause(makerId, given.reason), given, context)
		})

	withOperatorOptions(makers.command('resume').description('end the operator’s and the circuit breaker’s pause'))
		.argument('<maker>', 'its name or id')
		.action(async (wanted: string, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const { makerId } = await findMaker(client, wanted)
			showMaker(await client.resume(makerId), given, context)
		})

	addLevelCommand(makers, context)
}

function addLevelCommand(makers: Command, context: Context): void {
	withOperatorOptions(makers.command('level').description('show or set the fee level of any account'))
		.argument('<address>', 'the account')
		.argument('[level]', 'the level to set')
		.addHelpText('after', '\nExample:\n  accord maker level account_rdx12… 1')
		.action(async (address: string, level: string | undefined, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const value =
				level === undefined
					? await client.level(address)
					: await client.setLevel({ address, level: parseWholeNumber('level', level, levelBounds) })
			show(context.terminal, { json: given.json, value, lines: () => [`${value.address}  level ${value.level}`] })
		})
}

/** Finds a maker by its id or its name. @throws UsageError when there is not exactly one */
export async function findMaker(client: OperatorClient, wanted: string): Promise<Maker> {
	const makers = await client.makers()
	const byId = makers.find(({ makerId }) => makerId === wanted)
	if (byId !== undefined) return byId
	const [named, ...others] = makers.filter(({ name }) => name === wanted)
	if (named === undefined) {
		const names = makers.map(({ name }) => name).join(', ')
		throw new UsageError(`no maker '${wanted}'; there are: ${names === '' ? 'none yet' : names}`)
	}
	if (others.length === 0) return named
	const ids = [named, ...others].map(({ makerId }) => makerId).join(', ')
	throw new UsageError(`several makers are named '${wanted}'; use one of these ids: ${ids}`)
}

function showMaker(maker: Maker, { json }: OperatorArguments, { terminal, nowMs }: Context): void {
	show(terminal, { json, value: Maker.format(maker), lines: paint => describeMaker(maker, { paint, nowMs: nowMs() }) })
}

function quoted(text: string): string {
	return /^[\w.-]+$/.test(text) ? text : `"${text}"`
}
