import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { CheckedFill, errorTable } from '@accord/protocol'
import { openApi } from '@accord/protocol/contract'
import { OrderCraft, type OrderFaults } from '../network/crafted-order.ts'
import { openFlash, refusedUpgrade, xrdBook } from '../network/flash-socket.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { limitOrder, placeOrder, type SignOptions } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

const read = (page: string) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')

/** The numbers of an object by their paths, such as `orders.expires_in_seconds.min`. */
function leaves(value: unknown, path = ''): [string, string][] {
	if (typeof value !== 'object' || value === null) return [[path, String(value)]]
	return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`))
}

// shows documents: Every limit of GET /limits is on the page of limits, with its default
test('docs/limits.md has every limit of GET /limits with its default', () => {
	const { paths } = openApi() as { paths: Record<string, { get: Answered }> }
	type Answered = { responses: Record<string, { content: Record<string, { example?: unknown; examples?: unknown }> }> }
	const answer = paths['/limits']?.get.responses['200']?.content['application/json']
	const rows = read('limits.md')
		.split('\n')
		.filter(line => line.startsWith('| `'))
	const limits = leaves(answer?.example)
	assert.ok(limits.length > 30)
	for (const [path, value] of limits) {
		const [group, name] = [path.replace(/\.(min|max)$/, ''), /\.(min|max)$/.exec(path)?.[0] ?? '']
		const row = rows.find(line => line.includes(`\`${group}`) || line.includes(`\`${path}\``))
		assert.ok(row?.includes(name) && row.split('|')[2]?.includes(value), `${path} = ${value}: ${row}`)
	}
})

test('every code in the pitfalls of the page by-hand exists', () => {
	const [, pitfalls = ''] = read('by-hand.md').split('## Pitfalls')
	for (const [, code = ''] of pitfalls.matchAll(/\| `([a-z_]+)`/g)) if (code !== '') assert.ok(code in errorTable, code)
})

/** The limits on the page: the first number of each value, and the code for exceeding it. */
const promised = read('limits.md')
	.split('\n')
	.flatMap(line => {
		const [, path, value, code] = /^\| `([\w.]+)`.*? \| (\d+)[^|]* \| `([a-z_]+)`[^|]*\|$/.exec(line) ?? []
		return path === undefined || code === undefined ? [] : [{ path, value: Number(value), code }]
	})

let network: TestNetwork
let makers: TestMaker[]
let craft: OrderCraft

before(async () => {
	network = await startTestNetwork({ users: 3, makers: 5, solvers: 0 })
	network.clock.freeze()
	craft = new OrderCraft(network, network.users[0])
	makers = await Promise.all(
		network.makers.map(account => {
			const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }]
			return connectMaker(network, account, { answer: silent, books })
		}),
	)
})
after(() => network?.stop())

/** How to exceed each limit, by as little as the page's value allows, and the code of the answer. */
const exceed: Readonly<Record<string, (value: number) => Promise<string | undefined>>> = {
	'requests.body_bytes': value => codeOf('/trade/orders', 'x'.repeat(value + 1)),
	'requests.construction_body_bytes': value => codeOf('/construction/parse', 'x'.repeat(value + 1)),
	'requests.body_depth': value => codeOf('/trade/orders', `${'['.repeat(value + 1)}${']'.repeat(value + 1)}`),
	'requests.wait_seconds': async value => codeOf(`/trade/orders/${(await placed()).subintentId}?wait=${value + 1}`),
	'requests.order_status_ids': value =>
		codeOf('/trade/orders/status', { subintent_ids: Array(value + 1).fill('subtxid_sim1x') }),
	'requests.followed_streams': value => {
		const follow = Array.from({ length: value + 1 }, (_, at) => `follow=/trade/orders/subtxid_sim1x${at}/events`)
		return codeOf(`/trade/stream?${follow.join('&')}`)
	},
	'orders.expires_in_seconds.min': value => orderCode({ header: { maxTimestampS: craft.nowS() + value - 1 } }),
	'orders.signed_partial_transaction_bytes': value => submittedCode('00'.repeat(value + 1)),
	'orders.execution_cost_xrd': () => orderCode(prefix(...proofs(250))),
	'orders.execution_units': () => orderCode(prefix(...clones(600))),
	// The schema has ten.
	'orders.instructions': value => orderCode(prefix(...proofs((value - 8) / 2))),
	'orders.open_per_account': async value => {
		const order = () => placeOrder(network, network.users[1], { sell: '100 XRD', buy: '5 xUSDC' })
		for (let open = 0; open < value; open++) await order()
		return order().then(
			() => undefined,
			({ code }) => code,
		)
	},
	'orders.open_with_prefix_per_account': async () => {
		const submit = (id: number) => orderCode({ ...prefix(...proofs(1)), header: { intentDiscriminator: String(id) } })
		assert.equal(await submit(1), undefined)
		return submit(2)
	},
	'orders.makers_per_order': value =>
		orderCode({ order: limitOrder({ sell: `${value * 1000 + 100} XRD`, buy: `${value * 50 + 5} xUSDC` }) }),
	'fills.expires_in_seconds.min': value => fillCode({ expiresInS: value - 1 }),
	'fills.execution_units': () =>
		fillCode({ edit: manifest => [...clones(60, /account_\w+/.exec(manifest)?.[0]), manifest].join('\n') }),
	'flash.sessions_per_maker': async value => {
		const account = network.makers[1] ?? assert.fail()
		// One belongs to the client alone.
		for (let open = 1; open < value; open++) await openFlash(network, account)
		return (await refusedUpgrade(network.flashUrl, { 'service-api-key': account.apiKey })).code
	},
	'flash.batch': async value => {
		const session = await openFlash(network, network.makers[0] ?? assert.fail())
		session.send(JSON.stringify(Array.from({ length: value + 1 }, (_, id) => ({ jsonrpc: '2.0', method: 'ping', id }))))
		return (await session.next()).error.data.code
	},
	'flash.price_book_levels': async value => {
		const session = await openFlash(network, network.makers[0] ?? assert.fail())
		const levels = Array.from({ length: value + 1 }, (_, at): [string, string] => [`0.0${400 - at}`, '1000'])
		session.notify('platform.price_books.on_change', xrdBook(...levels))
		return (await session.received('platform.error')).data.code
	},
	'solver.connections_per_address': async value => {
		const open = Array.from({ length: value }, () => new WebSocket(`${network.solverUrl}/subintent-stream`))
		for (const socket of open) network.atStop(() => socket.close())
		await Promise.all(open.map(socket => new Promise(resolve => socket.addEventListener('open', resolve))))
		return (await refusedUpgrade(`${network.solverUrl}/subintent-stream`)).code
	},
}

/** Limits that need time, or a setting, to exceed: where their code is provoked. */
const elsewhere: Readonly<Record<string, string>> = {
	'requests.per_minute_per_address': 'test/stories/refusals-of-every-request.test.ts',
	'requests.per_minute_per_key': 'test/stories/what-the-service-says-of-itself.test.ts',
	'requests.event_streams_per_address': 'test/stories/what-the-service-says-of-itself.test.ts',
	'fills.seconds_to_fill': 'test/stories/fill-deadline.test.ts',
	'flash.messages_per_second': 'test/stories/flash-refusals.test.ts',
	'flash.message_bytes_per_second': 'test/abuse/flooding-maker.test.ts',
	'flash.price_book_levels_per_second': 'test/abuse/flooding-maker.test.ts',
	'solver.connections': 'packages/service/src/api/solver/solver-sockets.test.ts',
}

test('every code on the page of limits is provoked here, or in the test named', () => {
	const shown = [...Object.keys(exceed), ...Object.keys(elsewhere)]
	assert.deepEqual(promised.map(({ path }) => path).toSorted(), shown.toSorted())
	for (const [path, file] of Object.entries(elsewhere)) {
		const code = promised.find(limit => limit.path === path)?.code
		assert.ok(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').includes(`'${code}'`), `${path}: ${code}`)
	}
})

for (const { path, value, code } of promised) {
	const provoke = exceed[path]
	if (provoke !== undefined)
		test(`error: over ${path} the service answers what its page says`, async () => {
			assert.equal(await provoke(value), code)
		})
}

async function codeOf(path: string, body?: unknown): Promise<string | undefined> {
	const answer = await askTrade(network, path, body === undefined ? {} : { body })
	return (answer.body as { code?: string }).code
}

const submittedCode = (signed_partial_transaction: string) => codeOf('/trade/orders', { signed_partial_transaction })
const orderCode = async (faults: OrderFaults) => submittedCode(craft.order(faults))

const placed = () => placeOrder(network, network.users[2], { sell: '100 XRD', buy: '5 xUSDC' })

/** For a fill of an order that some maker was asked for. */
async function fillCode(options: SignOptions): Promise<string | undefined> {
	await placed()
	await until('an order to reach a maker', () => makers.some(({ newOrders }) => newOrders.length > 0))
	const maker = makers.find(({ newOrders }) => newOrders.length > 0) ?? assert.fail()
	const order = maker.newOrders.at(-1) ?? assert.fail()
	const { signedPartialTransaction } = maker.sign(order, options)
	const body = { order_id: order.id, signed_partial_transaction: signedPartialTransaction }
	const headers = { 'service-api-key': maker.account.apiKey }
	const { body: checked } = await askTrade(network, '/trade/fills/check', { body, headers })
	return CheckedFill.wire.parse(checked).violations[0]?.rule
}

const prefix = (...lines: string[]): OrderFaults => ({ edit: schema => [...lines, ...schema] })

/** Each takes a proof and drops it, in two instructions. */
const proofs = (times: number): string[] => {
	const proof = craft.call('create_proof_of_amount', `Address("${craft.address('XRD')}")`, 'Decimal("1")')
	return Array.from({ length: times }, () => [proof, 'DROP_AUTH_ZONE_REGULAR_PROOFS;']).flat()
}

/** Execution units, and hardly any cost. */
const clones = (times: number, owner = craft.user.account): string[] => [
	`CALL_METHOD Address("${owner}") "create_proof_of_amount" Address("${craft.address('XRD')}") Decimal("1");`,
	'POP_FROM_AUTH_ZONE Proof("proof");',
	...Array.from({ length: times }, (_, at) => `CLONE_PROOF Proof("proof") Proof("clone-${at}");`),
	'DROP_NAMED_PROOFS;',
]
