import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DoctorCheck, InstamintChange, WireOf } from '@accord/protocol'
import { auditLog, untilAudited } from '../network/audit-log.ts'
import { customerOf, instamintOf, loansOf, mint, mintRefusal, send } from '../network/instamint-customers.ts'
import { metricOf } from '../network/metric.ts'
import { askOperator, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork } from '../network/test-network.ts'
import { untilEqual } from '../network/until.ts'

let network: TestNetwork
let maker: TestMakerAccount

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 2, solvers: 0, settings: operatorSetting })
	maker = network.makers[0] ?? assert.fail()
})
after(() => network?.stop())

const change = (call: 'POST' | 'PUT', name: string, body?: unknown) =>
	askOperator<WireOf<typeof InstamintChange>>(network, `${call} /operator/instamint/${name}`, { body })

async function doctorsWord(): Promise<WireOf<typeof DoctorCheck> | undefined> {
	const { checks } = await askOperator<{ checks: WireOf<typeof DoctorCheck>[] }>(network, 'GET /operator/doctor')
	return checks.find(({ name }) => name === 'instamint')
}

/** Makes the service read the payback accounts. */
async function look(): Promise<void> {
	network.clock.advance(6)
	await network.drain()
}

const refusal = (what: string) => mintRefusal(network, maker, what)

// shows operator API: Instamint: customers, allowances, prices, pauses and loans, from the ledger
test('the operator sees the component: tokens with prices, customers with allowances and loans', async () => {
	const { tokens, customers, ...component } = await instamintOf(network)
	assert.deepEqual([component.paused, component.price_validity_s], [false, 604_800])
	assert.deepEqual(
		tokens.map(({ symbol, price_xrd, enabled, stale }) => [symbol, price_xrd, enabled, stale]).toSorted(),
		[
			['xETH', '60000', true, false],
			['xUSDC', '20', true, false],
			['xUSDT', '20', true, false],
			['xwBTC', '1200000', true, false],
		],
	)
	assert.deepEqual(
		customers.map(({ customer_id, allowance_xrd, loans }) => [customer_id, allowance_xrd, loans]),
		[1, 2, 3].map(id => [id, '1000000', []]),
	)
	assert.equal((await doctorsWord())?.ok, true)
})

// shows operator API: Instamint: customers, allowances, prices, pauses and loans, from the ledger
// shows error: customer_exists
test('an account becomes a customer once', async () => {
	const account = network.users[0]?.account ?? ''
	const { customers, transaction_id } = await change('POST', 'customers', { account, allowance_xrd: '50' })
	assert.deepEqual(
		customers.map(customer => [customer.customer_id, customer.account === account]),
		[
			[1, false],
			[2, false],
			[3, false],
			[4, true],
		],
	)
	assert.match(transaction_id, /^txid_sim1/)
	await refusedOperator(network, 'POST /operator/instamint/customers', {
		body: { account, allowance_xrd: '50' },
		code: 'customer_exists',
	})
	const { detail, actor } = await untilAudited(network, { act: 'instamint_customer_added', subject: account })
	assert.deepEqual([actor, detail], ['configuration', { after: { allowance_xrd: '50', transaction_id } }])
	assert.equal((await instamintOf(network)).customers.length, 4)
})

// shows operator API: Instamint: customers, allowances, prices, pauses and loans, from the ledger
test('a lower allowance stops mints, and is on record with the previous one', async () => {
	const { customer_id } = await customerOf(network, maker)
	const body = { customer_id, allowance_xrd: '199.9' }
	const { customers } = await change('PUT', 'allowance', body)
	assert.equal(customers.find(customer => customer.customer_id === customer_id)?.allowance_xrd, '199.9')
	assert.match(await refusal('10 xUSDC'), /allowance_exceeded/)
	await change('PUT', 'allowance', { customer_id, allowance_xrd: '1000000' })
	const acts = (await auditLog(network)).filter(({ act }) => act === 'instamint_allowance_set')
	assert.deepEqual(
		acts.map(({ subject, detail }) => [subject, detail.before]),
		[
			[`customer ${customer_id}`, { allowance_xrd: '1000000' }],
			[`customer ${customer_id}`, { allowance_xrd: '199.9' }],
		].slice(0, acts.length),
	)
})

// shows operator API: Instamint: a pause stops mints but not repayments; stale prices stop mints
test('a pause stops new mints but not repayments', async () => {
	const { customer_id, payback_address: to = '' } = await customerOf(network, maker)
	await mint(network, maker, '100 xUSDC')
	assert.equal(await loansOf(network, maker), '100 xUSDC')
	assert.equal((await change('POST', 'pause')).paused, true)
	assert.match(await refusal('1 xUSDC'), /instamint_paused/)
	const word = await doctorsWord()
	assert.deepEqual([word?.ok, /accord instamint resume/.test(word?.advice ?? '')], [false, true])
	await change('POST', 'pause', { customer_id })
	assert.equal((await change('POST', 'resume')).paused, false)
	assert.match(await refusal('1 xUSDC'), /customer_paused/)
	await send(network, maker, { to, what: '40 xUSDC' })
	await look()
	assert.equal(await loansOf(network, maker), '60 xUSDC')
	await change('POST', 'resume', { customer_id })
	await mint(network, maker, '1 xUSDC')
})

// shows operator API: Instamint: a pause stops mints but not repayments; stale prices stop mints
test('stale prices stop mints, fire an alert, and are fresh when they are set again', async () => {
	await change('PUT', 'prices', { price_validity_s: 60 })
	await look()
	network.clock.advance(120)
	await look()
	assert.match(await refusal('1 xUSDC'), /price_stale/)
	assert.ok((await metricOf(network, 'accord_instamint_price_age_share')) > 1)
	const word = await doctorsWord()
	assert.deepEqual([word?.ok, /stale prices: x/.test(word?.detail ?? '')], [false, true])
	const prices = ['xUSDC=25', 'xUSDT=20', 'xwBTC=1200000', 'xETH=60000'].map(text => {
		const [symbol, price_xrd] = text.split('=')
		return { symbol, price_xrd }
	})
	const { tokens } = await change('PUT', 'prices', { prices, price_validity_s: 86_400 })
	assert.deepEqual(
		tokens.map(({ stale }) => stale),
		[false, false, false, false],
	)
	await mint(network, maker, '1 xUSDC')
	await look()
	assert.ok((await metricOf(network, 'accord_instamint_price_age_share')) < 0.1)
	assert.equal((await doctorsWord())?.ok, true)
})

// shows operator API: Instamint: a repayment seen elsewhere counts once
// shows error: reference_used
// shows error: more_than_the_loan
test('a repayment seen elsewhere is taken off the loan, each reference once', async () => {
	const [, other] = network.makers
	assert.ok(other)
	await mint(network, other, '2 xETH')
	const { customer_id } = await customerOf(network, other)
	const call = 'POST /operator/instamint/reconcile'
	const body = { customer_id, repaid: { symbol: 'xETH', amount: '0.5' }, reference: 'ethereum:0x"\\\n5e1c🦑' }
	await change('POST', 'reconcile', body)
	assert.equal(await loansOf(network, other), '1.5 xETH')
	await refusedOperator(network, call, { body, code: 'reference_used' })
	await refusedOperator(network, call, {
		body: { ...body, repaid: { symbol: 'xETH', amount: '1.6' }, reference: 'another' },
		code: 'more_than_the_loan',
	})
	assert.equal(await loansOf(network, other), '1.5 xETH')
})

// shows error: unknown_customer
// shows error: instamint_refused
test('error: customers, tokens and amounts that do not exist', async () => {
	const refused = (call: 'POST' | 'PUT', name: string, of: Parameters<typeof refusedOperator>[2]) =>
		refusedOperator(network, `${call} /operator/instamint/${name}`, of)
	await refused('PUT', 'allowance', { body: { customer_id: 99, allowance_xrd: '1' }, code: 'unknown_customer' })
	await refused('PUT', 'allowance', { body: { customer_id: 1, allowance_xrd: '-1' }, code: 'validation_failed' })
	await refused('POST', 'pause', { body: { customer_id: 99 }, code: 'unknown_customer' })
	const price = (symbol: string, price_xrd: string) => ({ prices: [{ symbol, price_xrd }] })
	await refused('PUT', 'prices', { body: price('nothing', '1'), code: 'unknown_token' })
	await refused('PUT', 'prices', { body: price('XRD', '1'), code: 'instamint_refused' })
	await refused('PUT', 'prices', { body: price('xUSDC', '0'), code: 'validation_failed' })
	await refused('PUT', 'prices', { body: {}, code: 'validation_failed' })
	const repaid = (amount: string, reference = 'a') => ({
		customer_id: 2,
		repaid: { symbol: 'xUSDC', amount },
		reference,
	})
	await refused('POST', 'reconcile', { body: repaid('0.0000001'), code: 'invalid_amount' })
	await refused('POST', 'reconcile', { body: repaid('1', 'x'.repeat(129)), code: 'validation_failed' })
	const component = network.ledger.instamint.component
	await refused('POST', 'customers', { body: { account: component, allowance_xrd: '1' }, code: 'invalid_address' })
})

test('error: a viewer sees the component and changes nothing', async () => {
	const issued = { body: { name: 'looker', role: 'viewer' } }
	const { operator_key: key } = await askOperator(network, 'POST /operator/operator-keys', issued)
	assert.equal((await askOperator(network, 'GET /operator/instamint', { key })).paused, false)
	await refusedOperator(network, 'POST /operator/instamint/pause', { key, code: 'forbidden' })
	await untilEqual('mints that go on', async () => (await instamintOf(network)).paused, false)
})

// shows error: instamint_not_offered
test('error: a service without a component says so', async t => {
	const without = await startTestNetwork({
		users: 1,
		makers: 1,
		solvers: 0,
		settings: { ...operatorSetting, instamint: undefined },
	})
	t.after(() => without.stop())
	await refusedOperator(without, 'GET /operator/instamint', { code: 'instamint_not_offered' })
	await refusedOperator(without, 'POST /operator/instamint/pause', { code: 'instamint_not_offered' })
})
