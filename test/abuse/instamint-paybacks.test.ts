import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { derivePrivateKey, instamintOperatorName, instamintPaybackName, playSeed } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { parseConfig, startService } from '@accord/service'
import { pino } from 'pino'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'
import { committed, customerOf, loansOf, mint, send, supplyOf } from '../network/instamint-customers.ts'
import { metricOf } from '../network/metric.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { participant } from '../network/participant.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork, testNetworkId } from '../network/test-network.ts'

// Deposits on payback accounts, from customers and strangers.

let network: TestNetwork
let maker: TestMakerAccount
let to: string

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 2, solvers: 0, settings: operatorSetting })
	maker = network.makers[0] ?? assert.fail()
	to = (await customerOf(network, maker)).payback_address ?? assert.fail()
})
after(() => network?.stop())

/** Makes the service read every payback account. */
async function look(): Promise<void> {
	for (let runs = 0; runs < 5; runs++) {
		network.clock.advance(6)
		await network.drain()
	}
}

const held = (symbol: string) => network.balances(to)[symbol]

// shows operator API: Instamint: a payback on Radix is taken off the loan once
test('a customer’s payback is burned and taken off its loans, of several tokens at once', async () => {
	const before = await supplyOf(network, 'xUSDC')
	for (const what of ['100 xUSDC', '1 xETH']) await mint(network, maker, what)
	await send(network, maker, { to, what: '30.5 xUSDC' })
	await send(network, maker, { to, what: '1 xETH' })
	await look()
	assert.equal(await loansOf(network, maker), '69.5 xUSDC')
	assert.deepEqual([held('xUSDC'), held('xETH')], ['0', '0'])
	assert.equal(Decimal.format(Decimal.subtract(await supplyOf(network, 'xUSDC'), before)), '69.5')
	await look()
	assert.equal(await loansOf(network, maker), '69.5 xUSDC')
})

test('any excess over the loan returns to the customer', async () => {
	const before = network.balances(maker.account).xUSDC ?? ''
	await send(network, maker, { to, what: '100 xUSDC' })
	await look()
	assert.equal(await loansOf(network, maker), '')
	const after = network.balances(maker.account).xUSDC ?? ''
	assert.equal(Decimal.format(Decimal.subtract(Decimal.parse(before), Decimal.parse(after))), '69.5')
})

test('anyone may pay for a customer, dust waits for more, and other tokens stay and are reported', async () => {
	const [stranger] = network.users
	assert.ok(stranger)
	await mint(network, maker, '100 xUSDC')
	await send(network, stranger, { to, what: '0.4 xUSDC' })
	await send(network, stranger, { to, what: '5 XRD' })
	await look()
	assert.deepEqual([await loansOf(network, maker), held('xUSDC'), held('XRD')], ['100 xUSDC', '0.4', '5'])
	const { checks } = await askOperator(network, 'GET /operator/doctor')
	const word = checks.find(({ name }: { name: string }) => name === 'instamint')
	assert.deepEqual(
		[word.ok, /customer 2: its payback account holds 5 XRD/.test(word.detail)],
		[true, true],
		word.detail,
	)
	await send(network, stranger, { to, what: '0.1 xUSDC' })
	await look()
	assert.deepEqual([await loansOf(network, maker), held('xUSDC'), held('XRD')], ['99.5 xUSDC', '0', '5'])
})

test('what comes without a loan, or clears one of dust, is paid back once a day at the operator’s cost, and stays until then', async () => {
	const [, other] = network.makers
	assert.ok(other)
	const { payback_address: toOther = '' } = await customerOf(network, other)
	const operator = participant(instamintOperatorName, 'Ed25519', testNetworkId).account
	const purse = () => Decimal.parse(network.balances(operator).XRD ?? '')
	const sent = async (what: string) => {
		await send(network, other, { to: toOther, what })
		const before = purse()
		await look()
		return { left: network.balances(toOther).xUSDC, cost: Decimal.subtract(before, purse()) }
	}
	await mint(network, other, '2000 xUSDC')
	assert.equal((await sent('2000 xUSDC')).left, '0')
	const [{ account: stranger, keyPair } = assert.fail()] = network.users
	const give = (what: string) => send(network, { account: stranger, keyPair }, { to: other.account, what })
	await give('50 xUSDC')
	const first = await sent('20 xUSDC')
	assert.equal(first.left, '0')
	assert.ok(Decimal.isPositive(first.cost))
	for (const left of ['20', '30']) {
		const again = await sent(left === '20' ? '20 xUSDC' : '10 xUSDC')
		assert.deepEqual(again, { left, cost: Decimal.zero })
	}
	const { checks } = await askOperator(network, 'GET /operator/doctor')
	const { detail } = checks.find(({ name }: { name: string }) => name === 'instamint')
	assert.match(detail, /customer 3: its payback account holds 30 xUSDC, which is paid back within a day/)
	// A loan takes it; what is left of it after that returns with it.
	await mint(network, other, '1 xUSDC')
	await look()
	assert.deepEqual([await loansOf(network, other), network.balances(toOther).xUSDC], ['', '0'])
	await mint(network, other, '0.1 xUSDC')
	assert.deepEqual(await sent('0.1 xUSDC'), { left: '0.1', cost: Decimal.zero })
	network.clock.advance(86_400)
	await look()
	assert.deepEqual([await loansOf(network, other), network.balances(toOther).xUSDC], ['', '0'])
})

test('a payback whose rest the customer’s account would refuse stays, is tried once, and delays no one', async () => {
	const [, other] = network.makers
	assert.ok(other)
	const { payback_address: toOther = '' } = await customerOf(network, other)
	const refused = 'accord_instamint_paybacks_total{result="refused"}'
	await committed(network, maker, [
		`CALL_METHOD Address("${maker.account}") "set_resource_preference" Address("${network.tokens.get('xUSDC')?.resourceAddress}") Enum<1u8>();`,
	])
	await send(network, maker, { to, what: '200 xUSDC' })
	await mint(network, other, '1 xETH')
	await send(network, other, { to: toOther, what: '1 xETH' })
	await look()
	await look()
	assert.deepEqual([await loansOf(network, maker), await loansOf(network, other)], ['99.5 xUSDC', ''])
	assert.deepEqual([held('xUSDC'), await metricOf(network, refused)], ['200', 1])
	await committed(network, maker, [
		`CALL_METHOD Address("${maker.account}") "set_resource_preference" Address("${network.tokens.get('xUSDC')?.resourceAddress}") Enum<0u8>();`,
	])
	await send(network, maker, { to, what: '1 xUSDC' })
	await look()
	assert.equal(await loansOf(network, maker), '')
})

function keySetting(name: string) {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name, curve: 'Ed25519' })
	return { curve, private_key_hex: privateKeyHex }
}

test('two services with the same keys take a payback off the loan once', async t => {
	const { config: database, drop } = await createTestDatabase()
	const { ledger, clock } = network
	const { component } = ledger.instamint
	const other = await startService(
		parseConfig({
			...{ database, network_id: testNetworkId, gateway_url: ledger.url, host: '127.0.0.1', port: 0, pairs: [] },
			service_key: keySetting('service'),
			markers: ledger.markers,
			instamint: {
				component,
				operator_key: keySetting(instamintOperatorName),
				payback_key: keySetting(instamintPaybackName),
			},
			tokens: ledger.tokens.map(({ symbol, resourceAddress: resource_address, divisibility }) => {
				return { symbol, resource_address, divisibility }
			}),
		}),
		{ clock, log: pino({ level: 'silent' }) },
	)
	t.after(async () => {
		await other.stop()
		await drop()
	})
	const before = await supplyOf(network, 'xETH')
	await mint(network, maker, '3 xETH')
	for (const left of ['2', '1']) {
		await send(network, maker, { to, what: '1 xETH' })
		clock.advance(6)
		await Promise.all([network.drain(), other.drain()])
		assert.deepEqual([await loansOf(network, maker), held('xETH')], [`${left} xETH`, '0'])
	}
	await look()
	assert.equal(Decimal.format(Decimal.subtract(await supplyOf(network, 'xETH'), before)), '1')
	const { checks } = await askOperator(network, 'GET /operator/doctor')
	const word = checks.find(({ name }: { name: string }) => name === 'instamint')
	assert.ok(!word.detail.includes('cannot be paid back'), word.detail)
})
