import type { MakerWire } from '@accord/protocol'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { OperatorArguments } from '../operator/find-operator.ts'
import { operatorClient, withOperatorOptions } from '../operator/operator-context.ts'
import { readWholeNumber } from '../operator/read-argument.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import { describeMaker, describeMakers } from './describe-maker.ts'
import { findMaker } from './find-maker.ts'

const levelBounds = { min: 0, max: 1000 }

/** `accord maker …`: who may make the market. */
export function addMakerCommands(program: Command, context: Context): void {
	const makers = program.command('maker').description('market makers: create, see, pause and resume them')

	withOperatorOptions(makers.command('list').description('all makers'))
		.addHelpText('after', '\nExample:\n  accord maker list --json | jq -r ".makers[].name"')
		.action(async (given: OperatorArguments) => {
			const found = await withProgress(context.terminal, 'asking the service', operatorClient(given, context).makers())
			const lines = (paint: Context['terminal']['paint']) => describeMakers(found, { paint, nowMs: context.nowMs() })
			show(context.terminal, { json: given.json, value: { makers: found }, lines })
		})

	withOperatorOptions(makers.command('show').description('one maker').argument('<maker>', 'its name or id')).action(
		async (wanted: string, given: OperatorArguments) =>
			showMaker(await findMaker(operatorClient(given, context), wanted), given, context),
	)

	withOperatorOptions(makers.command('create').description('a new maker').argument('<name>', 'its name, for people'))
		.requiredOption('--account <addresses...>', 'the accounts that its fills may come from')
		.option('--level <number>', 'the fee level of these accounts')
		.addHelpText('after', '\nExample:\n  accord maker create "Delta Capital" --account account_rdx12… --level 1')
		.action(async (name: string, given: OperatorArguments & { account: string[]; level?: string }) => {
			const level = given.level === undefined ? {} : { level: readWholeNumber('--level', given.level, levelBounds) }
			const body = { name, accounts: given.account, ...level }
			showMaker(await operatorClient(given, context).createMaker(body), given, context)
			context.terminal.note(`next: accord keys issue ${quoted(name)}`)
		})

	withOperatorOptions(makers.command('add-account').description('further accounts of a maker'))
		.argument('<maker>', 'its name or id')
		.argument('<addresses...>', 'accounts that its fills may come from')
		.action(async (wanted: string, addresses: string[], given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const { maker_id } = await findMaker(client, wanted)
			showMaker(await client.addAccounts(maker_id, addresses), given, context)
		})

	withOperatorOptions(makers.command('pause').description('match nothing more against its books; open fills go on'))
		.argument('<maker>', 'its name or id')
		.option('--reason <text>', 'why; the maker is told')
		.addHelpText('after', '\nExample:\n  accord maker pause "Delta Capital" --reason "prices look wrong"')
		.action(async (wanted: string, given: OperatorArguments & { reason?: string }) => {
			const client = operatorClient(given, context)
			const { maker_id } = await findMaker(client, wanted)
			showMaker(await client.pause(maker_id, given.reason), given, context)
		})

	withOperatorOptions(makers.command('resume').description('end the operator’s pause and the circuit breaker’s'))
		.argument('<maker>', 'its name or id')
		.action(async (wanted: string, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const { maker_id } = await findMaker(client, wanted)
			showMaker(await client.resume(maker_id), given, context)
		})

	addLevelCommand(makers, context)
}

function addLevelCommand(makers: Command, context: Context): void {
	withOperatorOptions(makers.command('level').description('an account’s fee level, a user’s too: show or set it'))
		.argument('<address>', 'the account')
		.argument('[level]', 'the level to set')
		.addHelpText('after', '\nExample:\n  accord maker level account_rdx12… 1')
		.action(async (address: string, level: string | undefined, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const value =
				level === undefined
					? await client.level(address)
					: await client.setLevel(address, readWholeNumber('level', level, levelBounds))
			show(context.terminal, { json: given.json, value, lines: () => [`${value.address}  level ${value.level}`] })
		})
}

function showMaker(maker: MakerWire, { json }: OperatorArguments, { terminal, nowMs }: Context): void {
	show(terminal, { json, value: maker, lines: paint => describeMaker(maker, { paint, nowMs: nowMs() }) })
}

function quoted(text: string): string {
	return /^[\w.-]+$/.test(text) ? text : `"${text}"`
}
