import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { networkOption, requireValid, sourceOf } from './config-commands.ts'

/** `accord serve`: runs the service alone, against a ledger elsewhere. */
export function addServeCommand(program: Command, { env }: Context): void {
	program
		.command('serve')
		.description(
			'run the service until SIGTERM or Ctrl-C; it logs JSON to stdout, and reads its configuration again on SIGHUP',
		)
		.option('--config <file>', 'the configuration file (ACCORD_CONFIG); see: accord config docs')
		.addOption(networkOption())
		.addHelpText('after', '\nExample:\n  accord serve --network stokenet --config /etc/accord/service.jsonc')
		.action(async ({ config, ...given }: { config?: string; network?: string }) => {
			const { readConfig, runService } = await import('@accord/service')
			await runService(() => requireValid(() => readConfig(env, sourceOf(config, given))))
		})
}
