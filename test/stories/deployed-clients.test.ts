import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FlashSocket, openFlash } from '../network/flash-socket.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

// What clients of the deployed service decode, strictly: every member that they name is there, not null and of this type.
// They ignore further members.

type Shape = 'text' | 'index' | readonly [Shape] | { readonly [member: string]: Shape }

const amount = { symbol: 'text', amount: 'text' } as const
const order = { sell: amount, buy: amount } as const
/** A price and an amount. */
const level = ['text'] as const
const payback = { payback_addresses: [{ chain: 'text', address: 'text' }] } as const
const customer = { address: 'text', customer_badge_non_fungible_local_ids: ['text'] } as const

const answers: Readonly<Record<string, Shape>> = {
	'/network/status': { cur_epoch: 'index' },
	'/trade/info': {
		verify_parent_access_rule_sbor_hex: 'text',
		per_token_settlement_fee: [{ symbol: 'text', solver_amount: 'text', transaction_execution_amount: 'text' }],
		per_level_anthic_fee: [{ taker_fee: 'text', maker_fee: 'text' }],
	},
	'/trade/tokens': { tokens: [{ resource_address: 'text', symbol: 'text' }] },
	'/trade/token_pairs': { token_pairs: [{ base: 'text', quote: 'text' }] },
	'/trade/order_book?base=XRD&quote=xUSDC': { pair: { base: 'text', quote: 'text' }, bids: [level], asks: [level] },
	'/trade/accounts': { accounts: [{ address: 'text', balances: [amount] }] },
	'/instamint/info': { instamint_component: 'text', customer_badge_resource: 'text' },
	'/instamint/accounts': {
		accounts: [{ ...customer, ...payback, instamint_allowance: 'text', unreconciled_loans: [amount] }],
	},
	'/instamint/account': { account: customer },
	'/instamint/account/allowance': { allowance: 'text' },
	'/instamint/account/balance': { balances: [amount] },
	'/instamint/account/payback-addresses': payback,
	'/instamint/tokens': {
		tokens: [{ symbol: 'text', chain: 'text', repayment_tokens: [{ symbol: 'text', chain: 'text' }] }],
	},
}

let network: TestNetwork
let account: TestMakerAccount
let session: FlashSocket

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
	;[account] = network.makers as [TestMakerAccount]
	session = await openFlash(network, account)
})
after(() => network?.stop())

/** Throws with the place where a value lacks what the shape names. */
function decode(shape: Shape, value: unknown, place: string): void {
	if (shape === 'text') assert.equal(typeof value, 'string', place)
	else if (shape === 'index') assert.ok(Number.isSafeInteger(value) && Number(value) >= 0, place)
	else if (Array.isArray(shape)) {
		assert.ok(Array.isArray(value), place)
		for (const [at, each] of value.entries()) decode(shape[0], each, `${place}[${at}]`)
	} else {
		assert.ok(typeof value === 'object' && value !== null, place)
		for (const [member, of] of Object.entries(shape)) decode(of, Reflect.get(value, member), `${place}.${member}`)
	}
}

test('every answer has the members and types that deployed clients decode, under the header that they send', async () => {
	await connectMaker(network, account, { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'], asks: ['0.0502 1000'] }] })
	for (const [path, shape] of Object.entries(answers)) {
		// They concatenate an address that ends in a slash and a path.
		const { status, body } = await askTrade(network, `/${path}`, { headers: { 'anthic-api-key': account.apiKey } })
		assert.equal(status, 200, path)
		decode(shape, body, path)
	}
})

test('an account’s level is an index, and a refused order is no result', async () => {
	const [user] = network.users
	const { body } = await askTrade(network, `/trade/account_addresses/${user?.account}`)
	decode({ level: 'index' }, body, 'level')
	const refused = await askTrade(network, '/trade/orders', { body: { signed_partial_transaction: '00' } })
	assert.throws(() => decode({ success: 'index', success_response: { subintent_id: 'text' } }, refused.body, 'refused'))
})

test('new orders and fill executions are as a deployed maker decodes them', async () => {
	await session.ask('platform.new_orders.start_stream', {})
	await session.ask('platform.fill_execution.start_stream', { enabled: true, historical_starting_point: 0 })
	const solver = connectSolver(network, network.solvers[0])
	const placed = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '4.9 xUSDC' })
	await settle(network, solver, await solver.bundleOf(placed))
	await untilState(network, placed, 'settled')
	const sent = (method: string) => session.messages.filter(message => message.method === method)
	await until('the fill to complete', () => sent('maker.fill_execution.next').length >= 2)
	const [asked] = sent('platform.new_orders.new')
	decode({ id: 'text', created_at: 'index', fill_before: 'index', limit_order: order }, asked?.params, 'new order')
	const [started, completed] = sent('maker.fill_execution.next').map(({ params }) => params)
	const update = { sequence_number: 'index', occurred_at: 'index', order_id: 'text' } as const
	decode({ ...update, change: { started: {} } }, started, 'started')
	decode({ ...update, change: { completed: { outcome: 'text' } } }, completed, 'completed')
})
