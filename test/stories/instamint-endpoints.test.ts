import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { paybackAccount } from '@accord/instamint'
import { derivePrivateKey, playSeed, readInstamint } from '@accord/ledger'
import {
	Decimal,
	InstamintAccounts,
	InstamintAllowance,
	InstamintBadges,
	InstamintBalance,
	InstamintInfo,
	MintableTokens,
	PaybackAddresses,
} from '@accord/protocol'
import type { z } from 'zod'
import { everyPath, GatewayProxy } from '../network/gateway-proxy.ts'
import { InstamintActs } from '../network/instamint-acts.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

const open = ['/instamint/info', '/instamint/tokens']
const ofMakers = [
	'/instamint/account',
	'/instamint/accounts',
	'/instamint/account/allowance',
	'/instamint/account/balance',
	'/instamint/account/payback-addresses',
]

let network: TestNetwork
let proxy: GatewayProxy
let customer: InstamintActs

before(async () => {
	proxy = await GatewayProxy.start()
	network = await startTestNetwork({ users: 1, makers: 3, solvers: 0, gatewayProxy: proxy })
	customer = new InstamintActs(network, network.makers[0])
})
after(async () => {
	await network?.stop()
	proxy?.stop()
})

/** Of the first maker, which is a customer, or of the third, which is not. */
function keyOf(maker = 0): Record<string, string> {
	return { 'service-api-key': network.makers[maker]?.apiKey ?? '' }
}

async function ask<Schema extends z.ZodType>(
	schema: Schema,
	path: string,
	headers = keyOf(),
): Promise<z.infer<Schema>> {
	const answer = await askTrade(network, path, { headers })
	assert.equal(answer.status, 200, JSON.stringify(answer.body))
	assert.deepEqual(
		scalarsIn(answer.body).filter(scalar => typeof scalar !== 'string'),
		[],
	)
	return schema.parse(answer.body) as z.infer<Schema>
}

function scalarsIn(value: unknown): unknown[] {
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsIn) : [value]
}

describe('what anyone may know', () => {
	// shows Trade API: GET /instamint/info
	test('the component and the resource of its badges are those on the ledger, without a key', async () => {
		const { component, badge } = network.ledger.instamint
		const info = { instamint_component: component, customer_badge_resource: badge }
		assert.deepEqual(await ask(InstamintInfo.wire, '/instamint/info', {}), info)
	})

	// shows Trade API addition: GET /instamint/tokens
	test('every token that the component mints is repaid with itself', async () => {
		const minted = network.ledger.tokens.filter(({ symbol }) => symbol !== 'XRD')
		const tokens = minted.map(({ symbol, resourceAddress }) => {
			const token = { symbol, address: resourceAddress, chain: 'Radix' }
			return { ...token, repayment_tokens: [token] }
		})
		const { tokens: found } = await ask(MintableTokens.wire, '/instamint/tokens', {})
		const bySymbol = (list: typeof found) => list.toSorted((a, b) => a.symbol.localeCompare(b.symbol))
		assert.deepEqual(bySymbol(found), bySymbol(tokens))
	})

	test('browsers of any origin may request it, and nothing that takes a key', async () => {
		const asBrowser = (path: string) =>
			askTrade(network, path, { headers: { ...keyOf(), origin: 'https://dex.example' } })
		for (const path of open) assert.equal((await asBrowser(path)).headers.get('access-control-allow-origin'), '*')
		for (const path of ofMakers) assert.equal((await asBrowser(path)).headers.get('access-control-allow-origin'), null)
	})
})

describe('what a customer learns about itself', () => {
	const address = () => network.makers[0]?.account ?? ''
	/** The local id of the badge in Scrypto SBOR. */
	const badges = () => [`5cc001${customer.customerId.toString(16).padStart(16, '0')}`]
	const paybackAddresses = () => {
		const { component } = network.ledger.instamint
		const { customerId } = customer
		const paybackKey = derivePrivateKey({ seed: playSeed, name: 'instamint-payback', curve: 'Ed25519' })
		const { account } = paybackAccount({ paybackKey, component, customerId, networkId: testNetworkId })
		return [{ chain: 'Radix', address: account }]
	}

	// shows Trade API addition: GET /instamint/account and its parts
	test('its account, badge and allowance, and where it repays', async () => {
		for (const header of ['service-api-key', 'anthic-api-key']) {
			const headers = { [header]: network.makers[0]?.apiKey ?? '' }
			assert.deepEqual(await ask(InstamintBadges.wire, '/instamint/account', headers), {
				account: { address: address(), customer_badge_non_fungible_local_ids: badges() },
			})
		}
		assert.deepEqual(await ask(InstamintAllowance.wire, '/instamint/account/allowance'), { allowance: '1000000' })
		assert.deepEqual(await ask(PaybackAddresses.wire, '/instamint/account/payback-addresses'), {
			payback_addresses: paybackAddresses(),
		})
	})

	// shows Trade API: GET /instamint/accounts
	// shows decision 62: Loans are read from the ledger after each request
	test('its loans, as the ledger has them, and their value: after each mint and each repayment', async () => {
		const expectLoans = async (loans: readonly { symbol: string; amount: string }[], loansXrd: string) => {
			const { balances } = await ask(InstamintBalance.wire, '/instamint/account/balance')
			const bySymbol = (list: typeof balances) => list.toSorted((a, b) => a.symbol.localeCompare(b.symbol))
			assert.deepEqual(bySymbol(balances), loans)
			const { accounts } = await ask(InstamintAccounts.wire, '/instamint/accounts')
			const [{ unreconciled_loans: unreconciled = [], ...account } = {}] = accounts
			assert.equal(accounts.length, 1)
			assert.deepEqual(bySymbol(unreconciled), loans)
			assert.deepEqual(account, {
				address: address(),
				customer_badge_non_fungible_local_ids: badges(),
				instamint_allowance: '1000000',
				loans_xrd: loansXrd,
				payback_addresses: paybackAddresses(),
			})
		}
		await expectLoans([], '0')
		await customer.mint('xUSDC', '100.5')
		await expectLoans([{ symbol: 'xUSDC', amount: '100.5' }], '2010')
		await customer.mint('xUSDC', '0.5')
		await customer.mint('xETH', '0.000000000000000001')
		const both = [
			{ symbol: 'xETH', amount: '0.000000000000000001' },
			{ symbol: 'xUSDC', amount: '101' },
		]
		await expectLoans(both, '2020.00000000000006')
		await customer.repay('xUSDC', '1')
		await customer.repay('xETH', '1')
		await expectLoans([{ symbol: 'xUSDC', amount: '100' }], '2000')
		await customer.repay('xUSDC', '100')
		await expectLoans([], '0')
	})

	test('many concurrent requests make few requests to the Gateway', async () => {
		await customer.mint('xUSDT', '1')
		const before = proxy.requests
		const answers = await Promise.all(
			Array.from({ length: 50 }, () => ask(InstamintBalance.wire, '/instamint/account/balance')),
		)
		for (const { balances } of answers) assert.deepEqual(balances, [{ symbol: 'xUSDT', amount: '1' }])
		assert.ok(proxy.requests - before < 50, `${proxy.requests - before} requests`)
		await customer.repay('xUSDT', '1')
	})

	test('the value of its loans is the component’s own, each rounded up', async () => {
		await customer.mint('xUSDC', '0.000001')
		await customer.mint('xwBTC', '0.00000001')
		const { component } = network.ledger.instamint
		const { customers, tokens } = await readInstamint(network.gateway, { component, networkId: testNetworkId })
		const own = customers.find(({ id }) => id === customer.customerId)
		const values = [...(own?.loans ?? [])].map(([resource, amount]) =>
			Decimal.mulUp(amount, tokens.get(resource)?.priceXrd ?? Decimal.zero),
		)
		assert.equal(values.length, 2)
		assert.equal(own?.loanValueXrd, Decimal.sum(values))
		await customer.repay('xUSDC', '1')
		await customer.repay('xwBTC', '1')
	})
})

describe('refusals', () => {
	for (const path of ofMakers) {
		// shows authentication: Trade API: only for accounts
		test(`error: unauthorized: GET ${path} without a key`, async () => {
			await refusedTrade(network, path, { status: 401, code: 'unauthorized' })
			await refusedTrade(network, path, { status: 401, code: 'unauthorized', headers: { 'service-api-key': 'x' } })
		})

		// shows error: not_an_instamint_customer
		test(`error: not_an_instamint_customer: GET ${path} by a maker without a badge`, async () => {
			await refusedTrade(network, path, { status: 404, code: 'not_an_instamint_customer', headers: keyOf(2) })
		})
	}

	test('error: ledger_unavailable: makers get no answers from memory, and no one gets any older than 5 s', async () => {
		network.clock.advance(6)
		proxy.failing = everyPath
		for (const path of [...open, ...ofMakers])
			await refusedTrade(network, path, { status: 503, code: 'ledger_unavailable', headers: keyOf() })
		proxy.beHonest()
		for (const path of [...open, ...ofMakers])
			assert.equal((await askTrade(network, path, { headers: keyOf() })).status, 200)
	})

	// shows error: instamint_not_offered
	test('error: instamint_not_offered: a service that names no component, or a missing one', async t => {
		const nowhere = 'component_sim1cqrswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8vappw7'
		for (const instamint of [undefined, { component: nowhere }]) {
			const other = await startTestNetwork({ users: 0, makers: 1, solvers: 0, settings: { instamint } })
			t.after(() => other.stop())
			const headers = { 'service-api-key': other.makers[0]?.apiKey ?? '' }
			for (const path of [...open, ...ofMakers])
				await refusedTrade(other, path, { status: 404, code: 'instamint_not_offered', headers })
			for (const path of ofMakers) await refusedTrade(other, path, { status: 401, code: 'unauthorized' })
		}
	})
})
