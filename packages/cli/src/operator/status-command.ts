import { Overview } from '@accord/protocol'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { LiveScreen } from '../terminal/live-screen.ts'
import { show } from '../terminal/terminal.ts'
import { LiveView } from './live-view.ts'
import type { OperatorClient } from './operator-client.ts'
import { type OperatorArguments, operatorClient, withOperatorOptions } from './operator-endpoint.ts'
import { describeOverview } from './overview-text.ts'

/** `accord status`: the service at a glance, once or live. */
export function addStatusCommand(program: Command, context: Context): void {
	withOperatorOptions(program.command('status').description('the service at a glance: books, orders, sessions, health'))
		.option('--watch', 'keep updating until Ctrl-C')
		.addHelpText('after', '\nExamples:\n  accord status --watch\n  accord status --json | jq .settled_last_minute')
		.action(async (given: OperatorArguments & { watch?: boolean }) => {
			const client = operatorClient(given, context)
			const overview = await client.overview()
			if (given.watch === true) return await watch(client, context)
			const nowMs = context.nowMs()
			show(context.terminal, {
				json: given.json,
				value: Overview.format(overview),
				lines: paint => describeOverview(overview, { paint, nowMs }),
			})
		})
}

async function watch(client: OperatorClient, { terminal, nowMs }: Context): Promise<void> {
	if (process.stdout.isTTY !== true)
		throw new UsageError('--watch needs a terminal; in scripts, call accord status --json repeatedly')
	const screen = new LiveScreen(process.stdout)
	const view = new LiveView({ client, screen, paint: terminal.paint, nowMs })
	await new Promise<void>(resolve => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
	})
	view.stop()
}
