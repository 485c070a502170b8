import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type OpenedMcp, startMcpHttp } from '@accord/mcp'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

// Agents read, quote and check over the Model Context Protocol, by its official client, and can sign nothing.

const main = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

let network: TestNetwork
let user: Participant
let http: OpenedMcp
let settled: { readonly subintentId: string }

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
	;[user] = network.users as [Participant]
	const solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 100000'], asks: ['0.06 100000'] }],
	})
	settled = await placeOrder(network, user, { sell: '100 XRD', buy: '4.9 xUSDC' })
	await settle(network, solver, await solver.bundleOf(settled))
	await untilState(network, settled, 'settled')
	http = await startMcpHttp({ baseUrl: network.service.url, version: '0.1.0', port: 0 })
})
after(async () => {
	await http?.close()
	await network?.stop()
})

type Connected = { readonly client: Client; readonly call: (name: string, input?: object) => Promise<Called> }
type Called = { readonly isError: boolean; readonly value: ReturnType<typeof JSON.parse> }

async function connect(transport: Parameters<Client['connect']>[0]): Promise<Connected> {
	const client = new Client({ name: 'test', version: '1' })
	await client.connect(transport)
	const call = async (name: string, input: object = {}) => {
		const { isError = false, content } = await client.callTool({ name, arguments: { ...input } })
		const [{ text = '' } = {}] = content as { text?: string }[]
		return { isError: isError === true, value: isError === true && !text.startsWith('{') ? text : JSON.parse(text) }
	}
	return { client, call }
}

const overHttp = () => connect(new StreamableHTTPClientTransport(new URL(http.url)) as Parameters<typeof connect>[0])

function overStdio(): Promise<Connected> {
	const args = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning', main, 'mcp']
	const env = { ACCORD_SERVICE_URL: network.service.url, PATH: process.env.PATH ?? '' }
	return connect(new StdioClientTransport({ command: process.execPath, args, env }))
}

const names = ['list_markets', 'get_order_book', 'list_trades', 'list_candles', 'quote', 'compose_order', 'check_order']
	.concat(['follow_order', 'explain_trade'])
	.toSorted()
const pair = { base: 'XRD', quote: 'xUSDC' }

for (const [name, connected] of [
	['HTTP', overHttp],
	['stdio', overStdio],
] as const) {
	// shows agents: From the markets to the explanation of a trade, over both transports
	test(`over ${name} an agent lists tools, quotes, composes, checks, follows and explains`, async t => {
		const { client, call } = await connected()
		t.after(() => client.close())
		const { tools } = await client.listTools()
		assert.deepEqual(tools.map(tool => tool.name).toSorted(), names)
		for (const { inputSchema, annotations } of tools)
			assert.deepEqual([inputSchema.type, annotations?.readOnlyHint], ['object', true])
		const markets = (await call('list_markets')).value
		assert.ok(markets.token_pairs.some((one: typeof pair) => one.base === pair.base && one.quote === pair.quote))
		const book = (await call('get_order_book', { ...pair, depth: 1 })).value
		assert.deepEqual([book.bids.length, book.bids[0][0]], [1, '0.05'])
		const sell = { symbol: 'XRD', amount: '100' }
		const quote = (await call('quote', { pair, sell, account: user.account })).value
		assert.deepEqual(quote.limit_order, { sell, buy: { symbol: 'xUSDC', amount: '5' } })
		const terms = { account: user.account, ...quote.limit_order, fee: quote.fee }
		const { manifest } = (await call('compose_order', terms)).value
		assert.equal(manifest, quote.manifest)
		const checked = (await call('check_order', { manifest })).value
		const rules = checked.violations.map(({ rule }: { rule: string }) => rule)
		assert.deepEqual([rules, checked.limit_order], [['not_signed'], quote.limit_order])
		const followed = (await call('follow_order', { subintent_id: settled.subintentId })).value
		assert.equal(followed.state, 'settled')
		const trades = (await call('list_trades', pair)).value.trades
		assert.deepEqual(
			trades.map((trade: { subintent_id: string }) => trade.subintent_id),
			[settled.subintentId],
		)
		const { explanation, state, parts } = (await call('explain_trade', { subintent_id: settled.subintentId })).value
		assert.deepEqual([state, parts.length], ['settled', 1])
		assert.match(
			explanation,
			/signed to sell 100 XRD for at least 4\.9 xUSDC\. maker-1 was asked .* filled\. .*0\.1 xUSDC better/,
		)
	})
}

// shows agents: Refusals are tool errors with a code and a text
test('error: a refusal has the service’s code, and an input of another form is refused', async t => {
	const { client, call } = await overHttp()
	t.after(() => client.close())
	const unknown = await call('get_order_book', { base: 'XRD', quote: 'nothing' })
	assert.deepEqual([unknown.isError, unknown.value.code], [true, 'unknown_token'])
	assert.match(unknown.value.message, /nothing is not a traded token/)
	const large = await call('quote', { pair, sell: { symbol: 'XRD', amount: '1000000000' } })
	assert.deepEqual([large.isError, large.value.code], [true, 'no_liquidity'])
	const both = { symbol: 'XRD', amount: '1' }
	for (const input of [{ pair }, { pair, sell: both, buy: both }, { pair, sell: { symbol: 'XRD', amount: 1 } }])
		assert.equal((await call('quote', input)).isError, true)
	assert.equal((await call('list_trades', { limit: 51 })).isError, true)
})

test('error: a service that cannot be reached is a tool error', async t => {
	const alone = await startMcpHttp({ baseUrl: 'http://127.0.0.1:9', version: '0.1.0', port: 0 })
	t.after(() => alone.close())
	const { client, call } = await connect(
		new StreamableHTTPClientTransport(new URL(alone.url)) as Parameters<typeof connect>[0],
	)
	t.after(() => client.close())
	const { isError, value } = await call('list_markets')
	assert.deepEqual([isError, value.code], [true, 'unreachable'])
})

async function statusOf(headers: Readonly<Record<string, string>>, path = '/mcp'): Promise<number | undefined> {
	const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
	const accept = 'application/json, text/event-stream'
	const options = { method: 'POST', headers: { accept, 'content-type': 'application/json', ...headers } }
	request(new URL(path, http.url), options, answer => resolve(answer.resume().statusCode))
		.on('error', reject)
		.end(ping)
	return promise
}
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

// shows agents: A web page cannot reach the server through its visitor’s browser
test('error: other Hosts and Origins are refused', async () => {
	const { host } = new URL(http.url)
	assert.equal(await statusOf({}), 200)
	assert.equal(await statusOf({ origin: `http://${host}` }), 200)
	assert.equal(await statusOf({ origin: 'https://evil.example' }), 403)
	assert.equal(await statusOf({ origin: 'null' }), 403)
	assert.equal(await statusOf({ host: 'evil.example' }), 403)
	assert.equal(await statusOf({}, '/'), 404)
})

// shows agents: llms.txt leads to the guides and the documents
test('llms.txt names the host that was asked, and every link in it works', async () => {
	const { headers, text } = await fetch(`${network.service.url}/llms.txt`).then(async answer => {
		return { headers: answer.headers, text: await answer.text() }
	})
	assert.match(headers.get('content-type') ?? '', /^text\/plain/)
	const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
	assert.ok(links.length > 15 && links.every(link => link.startsWith(network.service.url)))
	for (const link of links) assert.equal((await fetch(link)).status, 200, link)
	assert.match(await (await fetch(`${network.service.url}/docs/markdown/dex`)).text(), /^# /)
	assert.equal((await fetch(`${network.service.url}/docs/markdown/none`)).status, 404)
})
