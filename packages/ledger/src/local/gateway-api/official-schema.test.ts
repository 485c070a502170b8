import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { gatewayFaults, gatewayPaths } from '../../../../../test/fixtures/gateway-api/gateway-schema.ts'
import {
	fundedParticipant,
	participant,
	presentWindow,
	signedOrder,
	startTestLedger,
	type TestLedger,
	wrappedOrder,
} from '../../../../../test/fixtures/ledger.ts'
import { composeOrderPreview, orderPreviewFlags } from '../../limit-order/preview.ts'
import { composeRoot } from '../../limit-order/signed-root.ts'
import { type AccountOwner, transferTransaction } from '../../transaction/transfer.ts'

let ledger: TestLedger
let owner: AccountOwner
let solver: AccountOwner
const answered = new Set<string>()

before(async () => {
	ledger = await startTestLedger()
	const funds = { XRD: '1000', xUSDC: '1000' }
	owner = await fundedParticipant(ledger, { name: 'user-1', funds })
	solver = await fundedParticipant(ledger, { name: 'solver-1', funds })
	await fundedParticipant(ledger, { name: 'service', funds: { XRD: '10' } })
})
after(() => ledger.stop())

/** Sends a request, and validates the answer by the Gateway's own schema. */
async function ask(path: string, body: object, status = 200) {
	const response = await fetch(ledger.url + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
	const answer = await response.json()
	assert.equal(response.status, status, JSON.stringify(answer))
	assert.deepEqual(gatewayFaults(path, status, answer), [])
	answered.add(path)
	return answer as Record<string, never>
}

const everything = {
	raw_hex: true,
	receipt_fee_summary: true,
	receipt_fee_source: true,
	receipt_output: true,
	receipt_events: true,
	affected_global_entities: true,
	balance_changes: true,
}

async function submitted({
	notarizedTransaction,
	transactionId,
}: {
	notarizedTransaction: string
	transactionId: string
}) {
	await ask('/transaction/submit', { notarized_transaction_hex: notarizedTransaction })
	await ask('/transaction/status', { intent_hash: transactionId })
	return transactionId
}

function transfer(amount: string) {
	return transferTransaction({
		from: owner,
		transfers: [
			{
				to: participant('user-2').account,
				amounts: [{ resource: ledger.resource('XRD'), amount: Decimal.parse(amount) }],
			},
		],
		lockFeeXrd: Decimal.parse('5'),
		window: presentWindow(ledger),
		networkId: ledger.networkId,
	})
}

test('status, configuration and construction', async () => {
	await ask('/status/gateway-status', {})
	await ask('/status/network-configuration', {})
	await ask('/transaction/construction', {})
})

test('entities: accounts, resources, components and packages, in both levels, and their pages', async () => {
	const { faucet, account_package: accounts } = ledger.ledger.info.wellKnownAddresses
	const addresses = [owner.account, ledger.resource('XRD'), ledger.resource('xUSDC'), faucet, accounts]
	for (const aggregation_level of ['Global', 'Vault']) {
		const opt_ins = { explicit_metadata: ['symbol', 'name', 'icon_url', 'owner_keys', 'tags'] }
		await ask('/state/entity/details', { addresses, aggregation_level, opt_ins })
		const first = { address: owner.account, aggregation_level, limit_per_page: 1 }
		const { next_cursor: cursor } = await ask('/state/entity/page/fungibles/', first)
		await ask('/state/entity/page/fungibles/', { ...first, cursor })
	}
	const resource_address = ledger.resource('XRD')
	await ask('/state/entity/page/fungible-vaults/', { address: owner.account, resource_address })
	for (const address of addresses) await ask('/state/entity/page/metadata', { address })
})

test('transactions: committed with success and failure, pending, rejected, with subintents', async () => {
	const order = signedOrder(ledger, { owner, sell: ['100', 'XRD'], buy: ['5', 'xUSDC'] })
	const preview = composeOrderPreview({
		orders: [order.info],
		service: { account: ledger.service.account, publicKey: ledger.service.keyPair },
		lockFeeXrd: Decimal.parse('10'),
		networkId: ledger.networkId,
	})
	const opt_ins = { core_api_receipt: true, logs: true }
	const preview_transaction = { type: 'Compiled', preview_transaction_hex: preview }
	await ask('/transaction/preview-v2', { preview_transaction, flags: orderPreviewFlags, opt_ins })
	const root = composeRoot({
		items: [wrappedOrder(ledger, order)],
		solver,
		lockFeeXrd: Decimal.parse('5'),
		inventory: [{ resource: ledger.resource('xUSDC'), amount: Decimal.parse('5') }],
		window: presentWindow(ledger),
		networkId: ledger.networkId,
	})
	const { subintentId: subintent_hash } = order.info
	await ask('/transaction/subintent-status', { subintent_hash })
	await ask('/transaction/status', { intent_hash: root.transactionId })
	const ids = [await submitted(root), await submitted(transfer('1')), await submitted(transfer('1000000'))]
	await ask('/transaction/subintent-status', { subintent_hash })
	for (const intent_hash of ids) await ask('/transaction/committed-details', { intent_hash, opt_ins: everything })
	await ask('/transaction/committed-details', { intent_hash: ids[0] })
	for (const order of ['Asc', 'Desc'])
		await ask('/stream/transactions', { order, opt_ins: everything, limit_per_page: 2 })
})

test('error: invalid requests, and things that do not exist', async () => {
	const unknown = 'resource_sim1thvwu8dh6lk4y9mntemkvj25wllq8adq42skzufp4m8wxxuemugnez'
	await ask('/state/entity/details', { addresses: [unknown] }, 404)
	await ask('/state/entity/details', { addresses: ['nonsense'] }, 400)
	await ask('/state/entity/page/fungibles/', {}, 400)
	const { transactionId: intent_hash } = transfer('2')
	await ask('/transaction/committed-details', { intent_hash }, 404)
	await ask('/transaction/submit', { notarized_transaction_hex: '4d22' }, 400)
	await ask('/transaction/submit', { notarized_transaction_hex: 'xy' }, 400)
})

test('error: an answer that the schema does not allow is a fault, even behind a discriminator', async () => {
	const path = '/state/entity/details'
	const answer = await ask(path, { addresses: [ledger.resource('XRD')] })
	const text = JSON.stringify(answer)
	const wrong: [RegExp, string][] = [
		[/"state_version":/, '"state_versions":'],
		[/"divisibility":18/, '"divisibility":"18"'],
		[/"type":"FungibleResource"/, '"type":"NonFungibleResource"'],
		[/"typed":\{"type":"String","value":/, '"typed":{"type":"String","values":'],
	]
	for (const [pattern, instead] of wrong) {
		const changed = text.replace(pattern, instead)
		assert.notEqual(changed, text, instead)
		assert.notDeepEqual(gatewayFaults(path, 200, JSON.parse(changed)), [], instead)
	}
})

test('every path that the local ledger serves was requested', () => {
	assert.deepEqual([...answered].toSorted(), gatewayPaths.toSorted())
})
