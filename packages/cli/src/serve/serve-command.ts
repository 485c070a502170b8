import type { Command } from 'commander'
import { networkOption, readWell, sourceOf } from '../config/config-commands.ts'
import type { Context } from '../context.ts'

/** `accord serve`: the service alone, on a ledger that is elsewhere. */
export function addServeCommand(program: Command, { env }: Context): void {
	program
		.command('serve')
		.description('run the service until SIGTERM or Ctrl-C; its log is JSON on stdout')
		.option('--config <file>', 'the configuration file (ACCORD_CONFIG); see: accord config docs')
		.addOption(networkOption())
		.addHelpText('after', '\nExample:\n  accord serve --network stokenet --config /etc/accord/service.jsonc')
		.action(async ({ config, ...given }: { config?: string; network?: string }) => {
			const { readConfig, runService } = await import('@accord/service')
			await runService(await readWell(() => readConfig(env, sourceOf(config, given))))
		})
}
