import { LogIncarnation, timestampText } from '@accord/protocol'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { show } from '../terminal/terminal.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'

/** `accord database …`: operations on the entire database. */
export function addDatabaseCommands(program: Command, context: Context): void {
	const database = program.command('database').description('the database as a whole')

	withOperatorOptions(
		database.command('restored').description('announce that the database was restored from a snapshot of its disk'),
	)
		.addHelpText('after', '\nThe service notices a restored dump or folder itself.')
		.action(async (given: OperatorArguments) => {
			const begun = await operatorClient(given, context).declareRestored()
			const lines = () => [
				`incarnation ${begun.incarnation} of the logs began at ${timestampText(begun.begunAtMs)}`,
				'makers and solvers are told to start over',
			]
			show(context.terminal, { json: given.json, value: LogIncarnation.format(begun), lines })
		})
}
