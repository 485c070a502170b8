import {
	IssuedOperatorKey,
	OperatorKey,
	OperatorKeys,
	type OperatorRole,
	operatorRoles,
	timestampText,
} from '@accord/protocol'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import type { Paint } from '../terminal/paint.ts'
import { formatFacts, formatTable } from '../terminal/table.ts'
import { show } from '../terminal/terminal.ts'
import { agoText } from '../terminal/time-text.ts'
import { requireNewFile, showSecret } from './new-secret.ts'
import type { OperatorClient } from './operator-client.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'

type IssueArguments = OperatorArguments & { role: OperatorRole; out?: string }

/** `accord operator-keys …`: the keys with which these commands reach the operator API. */
export function addOperatorKeyCommands(program: Command, context: Context): void {
	const keys = program.command('operator-keys').description('operators’ own keys, each with a role (admins only)')

	withOperatorOptions(keys.command('list').description('list operators’ keys, without their secrets')).action(
		async (given: OperatorArguments) => {
			const found = await operatorClient(given, context).operatorKeys()
			const nowMs = context.nowMs()
			const lines = (paint: Paint) => describeAll(found, { paint, nowMs })
			show(context.terminal, { json: given.json, value: OperatorKeys.format(found), lines })
		},
	)

	withOperatorOptions(keys.command('issue').description('issue a new key; it is shown only once'))
		.argument('<name>', 'who will use it; it appears in the audit log')
		.addOption(new Option('--role <role>', 'what it allows').choices(operatorRoles).default('viewer'))
		.option('--out <file>', 'write the key to a new file of mode 0600 instead of printing it')
		.addHelpText('after', '\nExample:\n  accord operator-keys issue night-shift --role operator --out night-shift.key')
		.action(async (name: string, given: IssueArguments) => {
			requireNewFile(given.out)
			const issued = await operatorClient(given, context).issueOperatorKey({ name, role: given.role })
			const { operatorKey, ...key } = issued
			const { json, out } = given
			showSecret(context.terminal, {
				what: 'operator key',
				secret: operatorKey,
				out,
				shown: { json, value: IssuedOperatorKey.format(issued), lines: paint => describe(issued, paint) },
				withoutSecret: { json, value: OperatorKey.format(key), lines: paint => describe(key, paint) },
			})
		})

	withOperatorOptions(
		keys.command('allow').description('the addresses that a key may be used from; without any: anywhere'),
	)
		.argument('<key>', 'its name, or its id')
		.argument('[addresses...]', 'addresses and networks, such as 192.0.2.7 or 10.0.0.0/8')
		.action(async (wanted: string, addresses: string[], given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const { keyId } = await findOperatorKey(client, wanted)
			const key = await client.setOperatorKeyAddresses(keyId, addresses)
			const lines = (paint: Paint) => describe(key, paint)
			show(context.terminal, { json: given.json, value: OperatorKey.format(key), lines })
		})

	withOperatorOptions(keys.command('revoke').description('revoke a key at once'))
		.argument('<key>', 'its name, or its id')
		.action(async (wanted: string, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const key = await client.revokeOperatorKey((await findOperatorKey(client, wanted)).keyId)
			const lines = (paint: Paint) => describe(key, paint)
			show(context.terminal, { json: given.json, value: OperatorKey.format(key), lines })
		})
}

/** Finds a key by its id, or the valid one by its name. @throws UsageError if there is none */
async function findOperatorKey(client: OperatorClient, wanted: string): Promise<OperatorKey> {
	const keys = await client.operatorKeys()
	const found =
		keys.find(({ keyId }) => keyId === wanted) ?? keys.find(({ name, state }) => name === wanted && state === 'valid')
	if (found === undefined) throw new UsageError(`no valid key '${wanted}'; see: accord operator-keys list`)
	return found
}

function describeAll(keys: readonly OperatorKey[], { paint, nowMs }: { paint: Paint; nowMs: number }): string[] {
	if (keys.length === 0) return ['only the configuration’s key so far: accord operator-keys issue NAME']
	const titles = ['KEY', 'NAME', 'ROLE', 'PREFIX', 'STATE', 'CREATED', 'BY']
	const rows = keys.map(key => [
		key.keyId,
		key.name,
		key.role,
		`${key.prefix}…`,
		stateText(key, paint),
		agoText(key.createdAtMs, nowMs),
		key.createdBy,
	])
	return formatTable(titles, rows, paint)
}

function describe(key: OperatorKey & { readonly operatorKey?: string }, paint: Paint): string[] {
	return formatFacts(
		[
			['key', key.keyId],
			['name', key.name],
			['role', key.role],
			['prefix', `${key.prefix}…`],
			['state', stateText(key, paint)],
			['created', `${timestampText(key.createdAtMs)} by ${key.createdBy}`],
			['revoked', key.revokedAtMs === undefined ? undefined : timestampText(key.revokedAtMs)],
			['only from', key.allowedFrom?.join(', ')],
			['operator key', key.operatorKey === undefined ? undefined : paint.bold(key.operatorKey)],
		],
		paint,
	)
}

function stateText({ state }: OperatorKey, paint: Paint): string {
	return state === 'valid' ? paint.green(state) : paint.dim(state)
}
