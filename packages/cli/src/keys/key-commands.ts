import { type IssuedApiKeyWire, overlapSecondsMax } from '@accord/protocol'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { findMaker } from '../maker/find-maker.ts'
import type { OperatorArguments } from '../operator/find-operator.ts'
import { operatorClient, withOperatorOptions } from '../operator/operator-context.ts'
import { readSeconds } from '../operator/read-argument.ts'
import { show } from '../terminal/terminal.ts'
import { momentText } from '../terminal/time-text.ts'
import { describeKey, describeKeys } from './describe-key.ts'
import { findKey } from './find-key.ts'
import { checkNewFile, writeKeyFile } from './write-key-file.ts'

type IssueArguments = OperatorArguments & { label?: string; out?: string }

/** `accord keys …`: what opens the Flash Liquidity API in a maker's name. */
export function addKeyCommands(program: Command, context: Context): void {
	const keys = program.command('keys').description('makers’ API keys: issue, rotate, revoke and list them')

	withOperatorOptions(keys.command('list').description('keys, without what opens something'))
		.argument('[maker]', 'only those of one maker, by its name or id')
		.action(async (wanted: string | undefined, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const makers = wanted === undefined ? await client.makers() : [await findMaker(client, wanted)]
			const value = { keys: makers.flatMap(maker => maker.keys) }
			const nowMs = context.nowMs()
			show(context.terminal, { json: given.json, value, lines: paint => describeKeys(makers, { paint, nowMs }) })
		})

	withIssueOptions(keys.command('issue').description('a new key, shown this once'))
		.argument('<maker>', 'its name or id')
		.addHelpText(
			'after',
			'\nExamples:\n  accord keys issue delta --label "bot 1"\n  accord keys issue delta --out delta.key',
		)
		.action(async (wanted: string, given: IssueArguments) => {
			checkNewFile(given.out)
			const client = operatorClient(given, context)
			const { maker_id } = await findMaker(client, wanted)
			showOnce(await client.issueKey(maker_id, labelOf(given)), given, context)
		})

	withIssueOptions(keys.command('rotate').description('a new key in place of another, which goes on for a while'))
		.argument('<key>', 'its id, or how it begins')
		.option('--overlap <time>', 'how long the old one goes on: 90s, 15m, 24h, 7d; 0 ends it at once (default 24h)')
		.addHelpText('after', '\nExample:\n  accord keys rotate accord_Jb3kQ --overlap 1h --out delta.key')
		.action(async (wanted: string, given: IssueArguments & { overlap?: string }) => {
			const overlap =
				given.overlap === undefined ? {} : { overlap_s: readSeconds('--overlap', given.overlap, overlapSecondsMax) }
			checkNewFile(given.out)
			const client = operatorClient(given, context)
			const { key_id } = await findKey(client, wanted)
			const rotated = await client.rotateKey(key_id, { ...overlap, ...labelOf(given) })
			showOnce(rotated, given, context)
			const { prefix, expires_at_ms: end } = rotated.replaces
			const until =
				end === undefined || rotated.replaces.state !== 'valid' ? 'is not valid any more' : `ends ${momentText(end)}`
			context.terminal.note(`the old key ${prefix}… ${until}`)
		})

	withOperatorOptions(keys.command('revoke').description('end a key for good; its sessions are closed at once'))
		.argument('<key>', 'its id, or how it begins')
		.action(async (wanted: string, given: OperatorArguments) => {
			const client = operatorClient(given, context)
			const { key_id } = await findKey(client, wanted)
			const value = await client.revokeKey(key_id)
			show(context.terminal, { json: given.json, value, lines: paint => describeKey(value, paint) })
		})
}

function withIssueOptions(command: Command): Command {
	return withOperatorOptions(command)
		.option('--label <text>', 'what it is for')
		.option('--out <file>', 'write the key to this new file of mode 0600 instead of showing it')
}

function labelOf({ label }: IssueArguments): { label?: string } {
	return label === undefined ? {} : { label }
}

/** The only time that the key is there to be shown: on the terminal, or in a file that only its owner may read. */
function showOnce(issued: IssuedApiKeyWire, { json, out }: IssueArguments, { terminal }: Context): void {
	const { api_key, ...others } = issued
	if (out !== undefined) writeKeyFile(out, api_key)
	const value = out === undefined ? issued : others
	show(terminal, { json, value, lines: paint => describeKey(value, paint) })
	terminal.note(out === undefined ? 'the API key is shown this once: keep it now' : `the API key is in ${out}`)
}
