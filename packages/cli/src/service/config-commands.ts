import type { SettingsSource } from '@accord/service'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { show } from '../terminal/terminal.ts'

type ConfigArguments = { network?: string; json?: boolean }

/** `accord config …`: inspects the service's configuration without starting it. */
export function addConfigCommands(program: Command, { terminal, env }: Context): void {
	const config = program.command('config').description('the service’s configuration: check it, show it, list settings')

	config
		.command('check')
		.description('validate a configuration as accord serve would, and list every error')
		.argument('[file]', 'the configuration file (ACCORD_CONFIG)')
		.addOption(networkOption())
		.option('--json', 'print JSON')
		.addHelpText('after', '\nExample:\n  accord config check /etc/accord/service.jsonc --network mainnet')
		.action(async (file: string | undefined, given: ConfigArguments) => {
			const { readConfig } = await import('@accord/service')
			const { networkId, tokens, pairs } = await requireValid(() => readConfig(env, sourceOf(file, given)))
			const value = { ok: true, network_id: networkId, tokens: tokens.length, pairs: pairs.length }
			const line = `valid: network ${networkId}, tokens ${tokens.length}, pairs ${pairs.length}`
			show(terminal, { json: given.json, value, lines: paint => [paint.green(line)] })
		})

	config
		.command('show')
		.description('print the effective settings and where each comes from, without secrets')
		.argument('[file]', 'the configuration file (ACCORD_CONFIG)')
		.addOption(networkOption())
		.option('--json', 'print JSON')
		.action(async (file: string | undefined, given: ConfigArguments) => {
			const { mergeLayers, readLayers } = await import('@accord/service')
			const { describeSettings, redactSettings } = await import('./settings-text.ts')
			const layers = await requireValid(() => readLayers(env, sourceOf(file, given)))
			const value = redactSettings(mergeLayers(layers))
			show(terminal, { json: given.json, value, lines: paint => describeSettings(value, { layers, paint }) })
		})

	config
		.command('docs')
		.description('print every setting: its name, variable, type, default and meaning')
		.option('--json', 'print JSON')
		.action(async ({ json }: ConfigArguments) => {
			const { settingList } = await import('@accord/service')
			const { configDocs } = await import('./config-docs.ts')
			show(terminal, { json, value: { settings: settingList() }, lines: () => configDocs().trimEnd().split('\n') })
		})
}

/** The network by name, for every command that reads a configuration. */
export function networkOption(): Option {
	return new Option('--network <name>', 'mainnet, stokenet or simulator: sets the network id and the Gateway')
}

/** Which configuration to read. */
export function sourceOf(file: string | undefined, { network }: { network?: string }): SettingsSource {
	return { ...(file !== undefined && { file }), ...(network !== undefined && { network }) }
}

/** An invalid configuration is invalid usage: retrying it unchanged cannot succeed. */
export async function requireValid<T>(read: () => Promise<T>): Promise<T> {
	try {
		return await read()
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
	}
}
