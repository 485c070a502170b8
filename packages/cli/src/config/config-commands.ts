import type { SettingsSource } from '@accord/service'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../exit-codes.ts'
import { show } from '../terminal/terminal.ts'

type ConfigArguments = { network?: string; json?: boolean }

/** The network by its name, for what reads a configuration. */
export function networkOption(): Option {
	return new Option('--network <name>', 'mainnet, stokenet or simulator: sets its id and its Gateway')
}

/** `accord config …`: the service's settings, before it runs. */
export function addConfigCommands(program: Command, { terminal, env }: Context): void {
	const config = program.command('config').description('the service’s configuration: check it, show it, look it up')

	config
		.command('check')
		.description('read a configuration as accord serve would, and say everything that is wrong with it')
		.argument('[file]', 'the configuration file (ACCORD_CONFIG)')
		.addOption(networkOption())
		.option('--json', 'print the answer as JSON')
		.addHelpText('after', '\nExample:\n  accord config check /etc/accord/service.jsonc --network mainnet')
		.action(async (file: string | undefined, given: ConfigArguments) => {
			const { readConfig } = await import('@accord/service')
			const { networkId, tokens, pairs } = await readWell(() => readConfig(env, sourceOf(file, given)))
			const value = { ok: true, network_id: networkId, tokens: tokens.length, pairs: pairs.length }
			const line = `well-formed: network ${networkId}, ${tokens.length} tokens, ${pairs.length} pairs`
			show(terminal, { json: given.json, value, lines: paint => [paint.green(line)] })
		})

	config
		.command('show')
		.description('what holds in the end and where it is from; secrets are not shown')
		.argument('[file]', 'the configuration file (ACCORD_CONFIG)')
		.addOption(networkOption())
		.option('--json', 'print the settings as JSON')
		.action(async (file: string | undefined, given: ConfigArguments) => {
			const { mergeLayers, readLayers } = await import('@accord/service')
			const { redactSettings } = await import('./redact-settings.ts')
			const { describeSettings, settingRows } = await import('./show-config.ts')
			const layers = await readWell(() => readLayers(env, sourceOf(file, given)))
			const shown = redactSettings(mergeLayers(layers))
			const lines = (paint: Context['terminal']['paint']) => describeSettings(settingRows(shown, layers), paint)
			show(terminal, { json: given.json, value: shown, lines })
		})

	config
		.command('docs')
		.description('every setting: its name, variable, type, default and meaning')
		.option('--json', 'print the settings as JSON')
		.action(async ({ json }: ConfigArguments) => {
			const { settingList } = await import('@accord/service')
			const { configDocs } = await import('./config-docs.ts')
			show(terminal, { json, value: { settings: settingList() }, lines: () => [configDocs().trimEnd()] })
		})
}

/** Which configuration is meant. */
export function sourceOf(file: string | undefined, { network }: { network?: string }): SettingsSource {
	return { ...(file !== undefined && { file }), ...(network !== undefined && { network }) }
}

/** A wrong configuration is wrong use: running the same again does not help. */
export async function readWell<T>(read: () => Promise<T>): Promise<T> {
	try {
		return await read()
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
	}
}
