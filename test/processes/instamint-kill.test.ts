import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayClient, keyPairFromPrivateKey } from '@accord/ledger'
import { Decimal, type OperatorInstamint, type WireOf } from '@accord/protocol'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { type InstamintNetwork, mint, send, supplyOf } from '../network/instamint-customers.ts'
import { NetworkPlace } from '../network/network-process.ts'
import { until } from '../network/until.ts'

// shows decision 60: A payback is taken off the loan once, whenever the service is killed
test('kill −9 before and after a payback, and during a reconciliation: each is taken off the loan once', async () => {
	await using opened = new AsyncDisposableStack()
	const place = await NetworkPlace.create()
	opened.defer(() => place.dispose())
	const start = () => place.start('--users', '1', '--without', 'maker,solver')
	let running = await start()
	const { gateway_url: url, instamint, makers, tokens } = place.readNetworkFile()
	assert.ok(instamint)
	const found = makers.find(({ name }) => name === 'maker-1') ?? assert.fail()
	const maker = {
		account: found.address,
		keyPair: keyPairFromPrivateKey({ curve: 'Ed25519', privateKeyHex: found.private_key_hex }),
	}
	const network: InstamintNetwork = {
		gateway: new GatewayClient({ url }),
		tokens: new Map(tokens.map(token => [token.symbol, { resourceAddress: token.resource_address }])),
		ledger: {
			instamint: {
				component: instamint.component,
				badge: instamint.badge_resource,
				customers: instamint.customers.map(({ id, address: account }) => ({ id, account })),
			},
		},
	}
	const customer = async () => {
		const { code, out, notes } = await runCommand(['instamint', 'loans', '--json'], { ACCORD_DATA: place.directory })
		assert.equal(code, 0, notes)
		const { customers } = JSON.parse(out) as WireOf<typeof OperatorInstamint>
		return customers.find(({ account }) => account === maker.account) ?? assert.fail()
	}
	const { payback_address: to = '' } = await customer()
	const resource = network.tokens.get('xUSDC')?.resourceAddress ?? ''
	const held = async () => (await network.gateway.balance(to, resource)).amount

	const before = await supplyOf(network, 'xUSDC')
	await mint(network, maker, '1000 xUSDC')
	const atOnce = async () => {}
	const onceCommitted = () => until('the payback to be committed', async () => (await held()) === '0')
	let owed = 1000
	for (const moment of [atOnce, onceCommitted, atOnce, onceCommitted]) {
		await send(network, maker, { to, what: '100 xUSDC' })
		await moment()
		await running.kill()
		running = await start()
		await until('the payback', async () => (await held()) === '0')
		owed -= 100
		assert.deepEqual((await customer()).loans, [{ symbol: 'xUSDC', amount: String(owed) }])
	}
	const after = await supplyOf(network, 'xUSDC')
	assert.equal(Decimal.format(Decimal.subtract(after, before)), String(owed))

	// A repayment seen elsewhere, which the operator requests again: the first request has no answer.
	const { customer_id } = await customer()
	const seen = ['--repaid', '100 xUSDC', '--reference', 'elsewhere:1']
	const reconcile = () =>
		runCommand(['instamint', 'reconcile', String(customer_id), ...seen], { ACCORD_DATA: place.directory })
	const begun = reconcile()
	await running.kill()
	await begun
	running = await start()
	const { code, notes } = await reconcile()
	assert.ok(code === 0 || /^accord: reference_used: /.test(notes), notes)
	assert.deepEqual((await customer()).loans, [{ symbol: 'xUSDC', amount: String(owed - 100) }])
})
