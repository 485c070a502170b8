import { once } from 'node:events'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createMcpServer, type McpOptions } from './mcp-server.ts'

/** Serves one agent on standard input and output, to which nothing else may write, until the input ends. */
export async function startMcpStdio(options: McpOptions): Promise<void> {
	const server = createMcpServer(options)
	const ended = once(process.stdin, 'end')
	await server.connect(new StdioServerTransport())
	await ended
	await server.close()
}
