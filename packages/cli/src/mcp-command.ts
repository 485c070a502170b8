import type { Command } from 'commander'
import { parseWholeNumber } from './arguments.ts'
import { serviceUrl } from './book-command.ts'
import type { Context } from './context.ts'

type McpArguments = { service?: string; data?: string; http?: string; host: string; allowHost: string[] }

/** `accord mcp`: the service for agents. Over stdio nothing but the protocol is printed. */
export function addMcpCommand(program: Command, { terminal, env }: Context, version: string): void {
	program
		.command('mcp')
		.description('serve agents over the Model Context Protocol: it reads, quotes and checks, and never signs')
		.option('--service <url>', 'the Trade API of a service (ACCORD_SERVICE_URL; default: the local network’s)')
		.option('--data <directory>', 'the data directory of the local network (ACCORD_DATA, default .accord)')
		.option('--http <port>', 'serve Streamable HTTP at this port instead of standard input and output')
		.option('--host <address>', 'where to listen for HTTP', '127.0.0.1')
		.option('--allow-host <hosts...>', 'further Host names that HTTP requests may have', [])
		.action(async ({ http, host, allowHost, ...given }: McpArguments) => {
			const options = { baseUrl: serviceUrl(given, env), version }
			const port = http === undefined ? undefined : parseWholeNumber('--http', http, { min: 0, max: 65_535 })
			// Loaded only now, because no other command needs it.
			const { startMcpHttp, startMcpStdio } = await import('@accord/mcp')
			if (port === undefined) return startMcpStdio(options)
			const opened = await startMcpHttp({ ...options, port, host, allowedHosts: allowHost })
			terminal.print(`agents are served at ${opened.url}`)
		})
}
