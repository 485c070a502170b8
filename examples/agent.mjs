// What an agent can do with the running local network, over the Model Context Protocol. node agent.mjs [network.json]
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const file = process.argv[2] ?? `${process.env.ACCORD_DATA ?? '.accord'}/network.json`
const network = JSON.parse(readFileSync(file, 'utf8'))

// An agent's program starts the server like this, from its configuration.
const accord = fileURLToPath(new URL('../packages/cli/bin/accord.cjs', import.meta.url))
const args = [accord, 'mcp', '--service', network.base_url]
const client = new Client({ name: 'example', version: '1' })
await client.connect(new StdioClientTransport({ command: process.execPath, args }))
const { tools } = await client.listTools()
console.log(tools.map(({ name, title }) => `${name}: ${title}`).join('\n'))

const call = async (name, input) => {
	const { content, isError = false } = await client.callTool({ name, arguments: input })
	console.log(`\n${name} ${JSON.stringify(input)}\n${content[0].text.slice(0, 600)}`)
	if (isError) process.exitCode = 1
	return JSON.parse(content[0].text)
}

const pair = { base: 'XRD', quote: 'xUSDC' }
await call('get_order_book', { ...pair, depth: 2 })
const account = network.users[0].address
const { manifest } = await call('quote', { pair, sell: { symbol: 'XRD', amount: '100' }, account })
// One violation is left, not_signed: that is the user's wallet's part.
await call('check_order', { manifest })
const { trades } = await call('list_trades', { ...pair, limit: 1 })
for (const { subintent_id } of trades) await call('explain_trade', { subintent_id })
await client.close()
