import { ApiKey, IssuedApiKey, overlapSecondsMax, RotatedApiKey, timestampText } from '@accord/protocol'
import type { Command } from 'commander'
import { parseSeconds } from '../arguments.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { show } from '../terminal/terminal.ts'
import { describeKey, describeKeys } from './key-text.ts'
import { findMaker } from './maker-commands.ts'
import { requireNewFile, showSecret } from './new-secret.ts'
import type { OperatorClient } from './operator-client.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'

type IssueArguments = OperatorArguments & { label?: string; out?: string }

/** `accord keys …`: the API keys with which makers open Flash Liquidity sessions. */
export function addKeyCommands(program: Command, context: Context): void {
	const keys = program.command('keys').description('makers’ API keys: issue, rotate, revoke and list them')

	withOperatorOptions(keys.command('list').description('list API keys, without their secrets'))
		.argument('[maker]', 'only those of one maker, by name or id')
		.action(async (wanted: string | undefined, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const makers = wanted === undefined ? await client.makers() : [await findMaker(client, wanted)]
			const value = { keys: makers.flatMap(maker => maker.keys.map(one => ApiKey.format(one))) }
			const nowMs = context.nowMs()
			show(context.terminal, { json: given.json, value, lines: paint => describeKeys(makers, { paint, nowMs }) })
		})

	withIssueOptions(keys.command('issue').description('issue a new key; it is shown only once'))
		.argument('<maker>', 'its name or id')
		.addHelpText(
			'after',
			'\nExamples:\n  accord keys issue delta --label "bot 1"\n  accord keys issue delta --out delta.key',
		)
		.action(async (wanted: string, given: IssueArguments) => {
			requireNewFile(given.out)
			const client = operatorClient(given, context)
			const { makerId } = await findMaker(client, wanted)
			const issued = await client.issueKey(makerId, given.label)
			showIssued(issued, IssuedApiKey.format(issued), { given, context })
		})

	withIssueOptions(keys.command('rotate').description('replace a key; the old one stays valid for the overlap'))
		.argument('<key>', 'its id, or its first characters')
		.option('--overlap <time>', 'how long the old key stays valid: 90s, 15m, 24h, 7d, or 0 (default 24h)')
		.addHelpText('after', '\nExample:\n  accord keys rotate accord_Jb3kQ --overlap 1h --out delta.key')
		.action(async (wanted: string, given: IssueArguments & { overlap?: string }) => {
			const overlap =
				given.overlap === undefined ? {} : { overlapS: parseSeconds('--overlap', given.overlap, overlapSecondsMax) }
			requireNewFile(given.out)
			const client = operatorClient(given, context)
			const { keyId } = await findKey(client, wanted)
			const label = given.label === undefined ? {} : { label: given.label }
			const rotated = await client.rotateKey(keyId, { ...overlap, ...label })
			showIssued(rotated, RotatedApiKey.format(rotated), { given, context })
			const { prefix, state, expiresAtMs } = rotated.replaces
			const isValid = state === 'valid' && expiresAtMs !== undefined
			const end = isValid ? `expires ${timestampText(expiresAtMs)}` : 'is no longer valid'
			context.terminal.note(`the old key ${prefix}… ${end}`)
		})

	withOperatorOptions(
		keys.command('allow').description('the addresses that a key may be used from; without any: anywhere'),
	)
		.argument('<key>', 'its id, or its first characters')
		.argument('[addresses...]', 'addresses and networks, such as 192.0.2.7 or 10.0.0.0/8')
		.action(async (wanted: string, addresses: string[], given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const { keyId } = await findKey(client, wanted)
			const key = await client.setKeyAddresses(keyId, addresses)
			show(context.terminal, { json: given.json, value: ApiKey.format(key), lines: paint => describeKey(key, paint) })
		})

	withOperatorOptions(keys.command('revoke').description('revoke a key and close its sessions at once'))
		.argument('<key>', 'its id, or its first characters')
		.action(async (wanted: string, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const { keyId } = await findKey(client, wanted)
			const key = await client.revokeKey(keyId)
			show(context.terminal, { json: given.json, value: ApiKey.format(key), lines: paint => describeKey(key, paint) })
		})
}

function withIssueOptions(command: Command): Command {
	return withOperatorOptions(command)
		.option('--label <text>', 'what the key is for')
		.option('--out <file>', 'write the key to a new file of mode 0600 instead of printing it')
}

/**
 * Finds a key by its id, by the start of its id, or by its first characters. @throws UsageError when there is not exactly
 * one
 */
async function findKey(client: OperatorClient, wanted: string): Promise<ApiKey> {
	const keys = (await client.makers()).flatMap(maker => maker.keys)
	const exact = keys.find(({ keyId }) => keyId === wanted)
	if (exact !== undefined) return exact
	// An operator may paste a complete key: it is matched by its prefix, and nothing else of it is printed.
	const found = keys.filter(({ keyId, prefix }) => keyId.startsWith(wanted) || wanted.startsWith(prefix))
	const [first, ...others] = found
	if (first === undefined) throw new UsageError(`no key '${wanted.slice(0, 12)}'; see: accord keys list`)
	if (others.length === 0) return first
	throw new UsageError(`several keys match; use one of these ids: ${found.map(({ keyId }) => keyId).join(', ')}`)
}

/** Shows a key's secret, which is available only now: on the terminal, or in a file that only its owner can read. */
function showIssued(
	{ apiKey, ...key }: IssuedApiKey,
	value: object,
	{ given: { json, out }, context }: { given: IssueArguments; context: Context },
): void {
	showSecret(context.terminal, {
		what: 'API key',
		secret: apiKey,
		out,
		shown: { json, value, lines: paint => describeKey({ ...key, apiKey }, paint) },
		withoutSecret: { json, value: { ...value, api_key: undefined }, lines: paint => describeKey(key, paint) },
	})
}
