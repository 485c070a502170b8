import type { SettingsSource } from '@accord/service'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { show } from '../terminal/terminal.ts'
import { requireValid, sourceOf } from './config-commands.ts'
import { prepareKey, retireKey, rotateKey, type ServiceKeyFiles } from './service-key-files.ts'

type KeyArguments = { json?: boolean }

/** `accord service-key …`: changes the key that signs outers, with both accepted in between. */
export function addServiceKeyCommands(program: Command, { terminal, env }: Context): void {
	const serviceKey = program.command('service-key').description('change the key that signs outers')

	serviceKey
		.command('prepare')
		.description('make the next key, which settings can name once every node has its file')
		.argument('[file]', 'the configuration file (ACCORD_CONFIG)')
		.option('--json', 'print JSON')
		.action(async (file: string | undefined, { json }: KeyArguments) => {
			const { keyPairFromPrivateKey } = await import('@accord/ledger')
			const files = await filesOf(env, sourceOf(file, {}))
			const { hex, file: next } = prepareKey(files)
			const { curve, publicKey } = keyPairFromPrivateKey({ curve: files.curve, privateKeyHex: hex })
			const value = { public_key: { curve, public_key: publicKey }, file: next }
			const change = JSON.stringify({ service_key: { curve, public_key_hex: publicKey } })
			const lines = [
				`the next key is in ${next}: ${curve} ${publicKey}`,
				'copy it to every node, name it as next_service_key, and have each node read its configuration again (SIGHUP)',
				'then run accord markers update, and send the key’s account 100 XRD',
				`then apply as settings: ${change}`,
			]
			show(terminal, { json, value, lines: () => lines })
		})

	serviceKey
		.command('rotate')
		.description('make a new key; the current one becomes the former key, accepted until it is retired')
		.argument('[file]', 'the configuration file (ACCORD_CONFIG)')
		.option('--json', 'print JSON')
		.action(async (file: string | undefined, { json }: KeyArguments) => {
			const { keyPairFromPrivateKey } = await import('@accord/ledger')
			const files = await filesOf(env, sourceOf(file, {}))
			const { curve, publicKey } = keyPairFromPrivateKey({ curve: files.curve, privateKeyHex: rotateKey(files) })
			const value = { public_key: { curve, public_key: publicKey }, file: files.current, former_file: files.former }
			const lines = [
				`the new key is in ${files.current}: ${curve} ${publicKey}`,
				`the former key is in ${files.former}, and still accepted`,
				'if settings name it already, have each node read its configuration again (SIGHUP); otherwise run accord markers update, and restart the service; platform fees go to the account of the new key unless service_account is set',
				'once nobody signs for the former key (see GET /trade/info), run: accord service-key retire',
			]
			show(terminal, { json, value, lines: () => lines })
		})

	serviceKey
		.command('retire')
		.description('no longer accept the former key')
		.argument('[file]', 'the configuration file (ACCORD_CONFIG)')
		.option('--json', 'print JSON')
		.action(async (file: string | undefined, { json }: KeyArguments) => {
			const retired = retireKey(await filesOf(env, sourceOf(file, {})))
			const lines = [
				`the former key is in ${retired}; delete it when you like`,
				'if settings no longer name it, have each node read its configuration again (SIGHUP); otherwise restart the service',
				'a minute later no bundle of that key is open: run accord markers update',
			]
			show(terminal, { json, value: { file: retired }, lines: () => lines })
		})
}

async function filesOf(env: NodeJS.ProcessEnv, source: SettingsSource): Promise<ServiceKeyFiles> {
	const { serviceKeyFiles } = await import('@accord/service')
	const files = await requireValid(() => serviceKeyFiles(env, source))
	if (files !== undefined) return files
	const former = '"former_service_key": { "file": "service.key.former" }'
	throw new UsageError(`service_key and former_service_key must name files, and one curve: add ${former}`)
}
