import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { findOperator, type OperatorArguments, readOperatorKey } from './find-operator.ts'
import { OperatorClient } from './operator-client.ts'
import { isTransportSafe } from './transport.ts'

/** Adds the options that every operator's command has. */
export function withOperatorOptions(command: Command): Command {
	return command
		.optionsGroup('Which service:')
		.option('--operator <url>', 'the operator API of a service (ACCORD_OPERATOR_URL; default: the local network’s)')
		.option(
			'--key-file <file>',
			'the file that holds its key (ACCORD_OPERATOR_KEY_FILE, or the key in ACCORD_OPERATOR_KEY)',
		)
		.option('--data <directory>', 'the folder of the local network (ACCORD_DATA, default .accord)')
		.optionsGroup('Options:')
		.option('--json', 'print the answer as JSON')
}

/** Connects to the operator API that a command means. @throws UsageError saying what to name */
export function operatorClient(given: OperatorArguments, { env, terminal }: Context): OperatorClient {
	const place = findOperator(given, env)
	if (!isTransportSafe(place)) terminal.note(`the key travels to ${place.url} unencrypted; see: accord doctor`)
	return new OperatorClient({ url: place.url, key: readOperatorKey(place, env) })
}
