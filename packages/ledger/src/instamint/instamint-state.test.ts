import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { participant, presentWindow, startTestLedger, type TestLedger } from '../../../../test/fixtures/ledger.ts'
import type { PreviewReceipt } from '../gateway/preview-receipt.ts'
import { composeTransaction } from '../transaction/transaction.ts'
import { readInstamint, readInstamintCustomer } from './instamint-state.ts'
import { instamintActManifest } from './operator-manifests.ts'

let ledger: TestLedger
const operator = participant('instamint-operator')

before(async () => {
	ledger = await startTestLedger()
	const amounts = [{ resource: ledger.resource('XRD'), amount: Decimal.parse('1000') }]
	await ledger.treasury.fund(operator.account, amounts)
})
after(() => ledger.stop())

function place() {
	return { component: ledger.instamint.component, networkId: ledger.networkId }
}

async function addCustomer(name: string): Promise<string> {
	const { account } = participant(name)
	const { notarizedTransaction, transactionId } = composeTransaction({
		manifest: instamintActManifest({
			component: ledger.instamint.component,
			payer: operator.account,
			lockFeeXrd: Decimal.parse('10'),
			acts: [{ kind: 'add_customer', account, allowanceXrd: Decimal.parse('7.5') }],
		}),
		window: presentWindow(ledger),
		keyPair: operator.keyPair,
		networkId: ledger.networkId,
	})
	await ledger.gateway.submit(notarizedTransaction)
	const { status, errorMessage } = await ledger.gateway.transactionStatus(transactionId)
	assert.equal(status, 'CommittedSuccess', errorMessage)
	return account
}

test('a component is read with its tokens and customers, at the ledger’s state version', async () => {
	const { badge, customers } = ledger.instamint
	const state = await readInstamint(ledger.gateway, place())
	assert.deepEqual([state.badge, state.isPaused, state.component], [badge, false, ledger.instamint.component])
	assert.equal(state.stateVersion, (await ledger.gateway.ledgerState()).stateVersion)
	assert.deepEqual(
		state.customers.map(({ id, account }) => ({ id, account })),
		customers.map(({ id, account }) => ({ id, account })),
	)
	for (const { allowanceXrd, isPaused, loans, loanValueXrd } of state.customers)
		assert.deepEqual(
			[allowanceXrd, isPaused, loans.size, loanValueXrd],
			[Decimal.parse('1000000'), false, 0, Decimal.zero],
		)
	const token = state.tokens.get(ledger.resource('xUSDC'))
	assert.deepEqual(
		[token?.resource, token?.isEnabled, token?.divisibility, token?.priceXrd],
		[ledger.resource('xUSDC'), true, 6, Decimal.parse('20')],
	)
	assert.ok(Math.abs((token?.pricedAtMs ?? 0) - ledger.clock.nowMs()) < 8 * 86_400_000)
})

test('more customers than fit into one preview are all read, each preview within half of a transaction’s units', async () => {
	const accounts: string[] = ledger.instamint.customers.map(({ account }) => account)
	while (accounts.length < 17) accounts.push(await addCustomer(`customer-${accounts.length + 1}`))
	const previews: PreviewReceipt[] = []
	const gateway = {
		ledgerState: () => ledger.gateway.ledgerState(),
		preview: async (...preview: Parameters<typeof ledger.gateway.preview>) => {
			const receipt = await ledger.gateway.preview(...preview)
			previews.push(receipt)
			return receipt
		},
	}
	const { customers } = await readInstamint(gateway, place())
	assert.deepEqual(
		customers.map(({ account }) => account),
		accounts,
	)
	assert.deepEqual(customers.at(-1)?.allowanceXrd, Decimal.parse('7.5'))
	for (const { executionUnits } of previews) assert.ok(executionUnits < 50_000_000, String(executionUnits))
})

// Other people's transactions are committed all the time.
test('with any number of customers all of them can be read, and each alone, while the ledger goes on', async () => {
	while ((await readInstamint(ledger.gateway, place())).customers.length < 9) await addCustomer('customer-of-nine')
	let previews = 0
	const gateway = {
		ledgerState: () => ledger.gateway.ledgerState(),
		preview: async (...preview: Parameters<typeof ledger.gateway.preview>) => {
			previews += 1
			await ledger.treasury.fund(operator.account, [{ resource: ledger.resource('XRD'), amount: Decimal.one }])
			return await ledger.gateway.preview(...preview)
		},
	}
	const before = await readInstamint(ledger.gateway, place())
	const { customers, stateVersion } = await readInstamint(gateway, place())
	assert.deepEqual(customers, before.customers)
	assert.ok(stateVersion > before.stateVersion && stateVersion < (await ledger.gateway.ledgerState()).stateVersion)
	previews = 0
	for (const customer of before.customers) {
		const state = await readInstamintCustomer(gateway, { ...place(), customerId: customer.id })
		assert.deepEqual(state.customers, [customer])
		assert.deepEqual(state.tokens, before.tokens)
	}
	assert.equal(previews, before.customers.length)
	const none = await readInstamintCustomer(gateway, { ...place(), customerId: before.customers.length + 1 })
	assert.deepEqual(none.customers, [])
})

test('error: anything but an Instamint component, or nothing on the ledger', async () => {
	const { faucet } = ledger.ledger.info
	const nowhere = 'component_sim1cqrswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8vappw7'
	for (const component of [faucet, nowhere]) {
		const reading = readInstamint(ledger.gateway, { ...place(), component })
		await assert.rejects(reading, { name: 'GatewayError', kind: 'bad_request', message: /cannot be read/ })
	}
})
