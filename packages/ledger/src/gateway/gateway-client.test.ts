import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { GatewayApiClient, ResponseError } from '@radixdlt/babylon-gateway-api-sdk'
import {
	balanceOf,
	fundedParticipant,
	participant,
	presentWindow,
	startTestLedger,
	type TestLedger,
} from '../../../../test/fixtures/ledger.ts'
import { compilePreview, intentHeader, readAddress } from '../codec.ts'
import type { AccountOwner } from '../transaction/transfer.ts'
import { transferTransaction } from '../transaction/transfer.ts'
import { parsePreviewReceipt } from './preview-receipt.ts'

let ledger: TestLedger
let sdk: GatewayApiClient
let owner: AccountOwner

before(async () => {
	ledger = await startTestLedger()
	sdk = GatewayApiClient.initialize({ basePath: ledger.url, applicationName: 'test' })
	owner = await fundedParticipant(ledger, { name: 'user-1', funds: { XRD: '1000', xUSDC: '10.5' } })
})
after(() => ledger.stop())

function transfer(options: { amount: string; lockFeeXrd?: string }) {
	return transferTransaction({
		from: owner,
		transfers: [
			{
				to: participant('user-2').account,
				amounts: [{ resource: ledger.resource('XRD'), amount: Decimal.parse(options.amount) }],
			},
		],
		lockFeeXrd: Decimal.parse(options.lockFeeXrd ?? '5'),
		window: presentWindow(ledger),
		networkId: ledger.networkId,
	})
}

async function refusal(call: Promise<unknown>) {
	const error = await call.then(
		() => assert.fail('the call was answered'),
		(thrown: unknown) => thrown,
	)
	assert.ok(error instanceof ResponseError)
	assert.equal(error.errorResponse?.code, error.status)
	assert.ok(error.errorResponse?.trace_id)
	const { details, message } = error.errorResponse
	return { status: error.status, message, details }
}

test('gateway-status and construction report the state of the ledger', async () => {
	const { ledger_state: state, release_info: release } = await sdk.status.getCurrent()
	assert.equal(state.network, 'simulator')
	assert.ok(state.state_version > 0)
	assert.ok(state.epoch >= 2)
	assert.ok(Math.abs(Date.parse(state.proposer_round_timestamp) - ledger.clock.nowMs()) < 5_000)
	assert.equal(release.open_api_schema_version, 'v1.10.1')
	const construction = await sdk.transaction.innerClient.transactionConstruction()
	assert.equal(construction.ledger_state.epoch, state.epoch)
})

// shows decision 31: One clock for the whole network
test('the ledger’s time follows its clock', async () => {
	const { proposerTimestampMs: before, epoch } = await ledger.gateway.ledgerState()
	ledger.clock.advance(301)
	const { proposerTimestampMs: now, epoch: next } = await ledger.gateway.ledgerState()
	assert.ok(now - before >= 300_000)
	assert.equal(next, epoch + 1)
})

test('network-configuration names the network and all well-known addresses', async () => {
	const network = await sdk.status.getNetworkConfiguration()
	assert.equal(network.network_id, 242)
	assert.equal(network.network_name, 'simulator')
	assert.equal(network.well_known_addresses.xrd, ledger.resource('XRD'))
	for (const [name, address] of Object.entries(network.well_known_addresses)) {
		if (name !== 'test_utils_package') assert.match(String(address), /_sim1/, name)
	}
})

test('a transaction is committed once: status, details, stream and balances follow', async () => {
	const { notarizedTransaction, transactionId } = transfer({ amount: '12.5' })
	const before = await sdk.transaction.getStatus(transactionId)
	assert.equal(before.intent_status, 'Unknown')
	assert.deepEqual(await ledger.gateway.submit(notarizedTransaction), { duplicate: false })
	assert.deepEqual(await ledger.gateway.submit(notarizedTransaction), { duplicate: true })
	const status = await sdk.transaction.getStatus(transactionId)
	assert.equal(status.status, 'CommittedSuccess')
	assert.equal(status.known_payloads[0]?.payload_status, 'CommittedSuccess')
	const { transaction } = await sdk.transaction.getCommittedDetails(transactionId)
	assert.equal(transaction.intent_hash, transactionId)
	assert.equal(transaction.state_version, status.committed_state_version)
	assert.equal(transaction.raw_hex, notarizedTransaction)
	assert.ok(transaction.confirmed_at instanceof Date)
	assert.deepEqual(
		transaction.balance_changes?.fungible_balance_changes
			.map(change => [change.entity_address, change.balance_change])
			.sort(),
		[
			[owner.account, '-12.5'],
			[participant('user-2').account, '12.5'],
		].sort(),
	)
	assert.deepEqual(
		transaction.balance_changes?.fungible_fee_balance_changes
			.filter(({ type }) => type === 'FeePayment')
			.map(change => [change.entity_address, change.balance_change]),
		[[owner.account, `-${transaction.fee_paid}`]],
	)
	assert.equal(Decimal.format(await balanceOf(ledger, participant('user-2').account, 'XRD')), '12.5')
})

test('a transaction that fails is committed as a failure, with the engine’s reason', async () => {
	const { notarizedTransaction, transactionId } = transfer({ amount: '1000000' })
	await ledger.gateway.submit(notarizedTransaction)
	const status = await ledger.gateway.transactionStatus(transactionId)
	assert.equal(status.status, 'CommittedFailure')
	assert.match(status.errorMessage ?? '', /InsufficientBalance/)
})

test('the stream pages through all user transactions, in both orders', async () => {
	const all = await sdk.stream.innerClient.streamTransactions({ streamTransactionsRequest: { order: 'Asc' } })
	const versions = all.items.map(item => item.state_version)
	assert.ok(versions.length >= 4)
	assert.deepEqual(
		versions,
		[...versions].sort((a, b) => a - b),
	)
	for (const order of ['Asc', 'Desc'] as const) {
		const paged: number[] = []
		let cursor: string | null | undefined
		do {
			const page = await sdk.stream.innerClient.streamTransactions({
				streamTransactionsRequest: { order, limit_per_page: 2, ...(cursor == null ? {} : { cursor }) },
			})
			paged.push(...page.items.map(item => item.state_version))
			cursor = page.next_cursor
		} while (cursor != null)
		assert.deepEqual(paged, order === 'Asc' ? versions : [...versions].reverse())
	}
	const touching = await sdk.stream.getTransactionsList([owner.account])
	assert.ok(touching.items.length > 0 && touching.items.length < versions.length)
})

test('transactions are read in pages from a state version on, only successful ones', async () => {
	const failed = transfer({ amount: '1000000' })
	await ledger.gateway.submit(failed.notarizedTransaction)
	const committed: string[] = []
	for (let n = 0; n < 101; n++) {
		const { notarizedTransaction, transactionId } = transfer({ amount: '0.01' })
		await ledger.gateway.submit(notarizedTransaction)
		committed.push(transactionId)
	}
	const from = (await ledger.gateway.transactionStatus(failed.transactionId)).stateVersion ?? 0
	assert.ok(from > 0)
	const page = await ledger.gateway.transactionsFrom(from)
	assert.deepEqual(
		[page.transactions.map(({ transactionId }) => transactionId), page.isAll],
		[committed.slice(0, 100), false],
	)
	const rest = await ledger.gateway.transactionsFrom((page.transactions.at(-1)?.stateVersion ?? 0) + 1)
	assert.deepEqual(
		[rest.transactions.map(({ transactionId }) => transactionId), rest.isAll],
		[committed.slice(100), true],
	)
})

test('details describe tokens and accounts', async () => {
	const [xusdc] = await ledger.gateway.tokenInfo([ledger.resource('xUSDC')])
	assert.deepEqual(xusdc, {
		resource: ledger.resource('xUSDC'),
		divisibility: 6,
		totalSupply: '1000000000000',
		symbol: 'xUSDC',
		name: 'Wrapped USDC',
		iconUrl: ledger.tokens.find(({ symbol }) => symbol === 'xUSDC')?.iconUrl,
	})
	const [xrd] = await ledger.gateway.tokenInfo([ledger.resource('XRD')])
	assert.equal(xrd?.symbol, 'XRD')
	assert.equal(xrd?.divisibility, 18)
	const { items } = await sdk.state.innerClient.stateEntityDetails({
		stateEntityDetailsRequest: { addresses: [owner.account], opt_ins: { explicit_metadata: ['name'] } },
	})
	assert.equal(items[0]?.details?.type, 'Component')
	assert.equal(items[0]?.fungible_resources?.total_count, 2)
	const { fungible_resources: vaulted } = await sdk.state.getEntityDetailsVaultAggregated(owner.account)
	assert.equal(vaulted.items.length, 2)
	for (const { vaults } of vaulted.items) assert.match(vaults.items[0]?.vault_address ?? '', /^internal_vault_sim1/)
})

test('balances and metadata are paged', async () => {
	const request = { address: owner.account, limit_per_page: 1 }
	const first = await sdk.state.innerClient.entityFungiblesPage({ stateEntityFungiblesPageRequest: request })
	assert.equal(first.total_count, 2)
	const second = await sdk.state.innerClient.entityFungiblesPage({
		stateEntityFungiblesPageRequest: {
			...request,
			cursor: first.next_cursor ?? '',
			at_ledger_state: { state_version: first.ledger_state.state_version },
		},
	})
	assert.equal(second.next_cursor ?? null, null)
	assert.notEqual(first.items[0]?.resource_address, second.items[0]?.resource_address)
	const metadata = await sdk.state.getAllEntityMetadata(ledger.resource('xUSDC'))
	assert.deepEqual(
		metadata.map(({ key, value }) => [key, value.typed.type]),
		[
			['icon_url', 'Url'],
			['name', 'String'],
			['symbol', 'String'],
		],
	)
})

test('an account that was never used holds nothing', async () => {
	const { account } = participant('unused')
	const { amounts } = await ledger.gateway.balances(account)
	assert.equal(amounts.size, 0)
	assert.equal((await ledger.gateway.balance(account, ledger.resource('XRD'))).amount, '0')
})

test('error: a malformed request names the wrong fields', async () => {
	const answer = await refusal(sdk.transaction.getStatus('txid_nonsense'))
	assert.equal(answer.status, 400)
	assert.equal(answer.message, 'One or more validation errors occurred')
	assert.deepEqual(answer.details, {
		type: 'InvalidRequestError',
		validation_errors: [
			{ path: 'intent_hash', errors: ["'intent_hash' must be a valid Bech32M-encoded RadixAddress."] },
		],
	})
	const empty = await fetch(`${ledger.url}/transaction/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: '{}',
	})
	assert.equal(empty.status, 400)
	const { details } = (await empty.json()) as { details: { validation_errors: { path: string }[] } }
	assert.deepEqual(
		details.validation_errors.map(({ path }) => path),
		['notarized_transaction_hex'],
	)
})

test('error: another network’s id is refused', async () => {
	const mainnetXrd = 'resource_rdx1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxradxrd'
	const call = sdk.state.innerClient.stateEntityDetails({ stateEntityDetailsRequest: { addresses: [mainnetXrd] } })
	const { status, details } = await refusal(call)
	assert.equal(status, 400)
	assert.equal(details?.type, 'InvalidRequestError')
})

test('error: bytes that are not a transaction are an InvalidTransactionError', async () => {
	const submit = (hex: string) =>
		sdk.transaction.innerClient.transactionSubmit({ transactionSubmitRequest: { notarized_transaction_hex: hex } })
	for (const hex of ['00', '4d220104', `${transfer({ amount: '1' }).notarizedTransaction}00`]) {
		const { status, details } = await refusal(submit(hex))
		assert.equal(status, 400)
		assert.equal(details?.type, 'InvalidTransactionError')
	}
	await assert.rejects(ledger.gateway.submit('00'), { name: 'GatewayError', kind: 'rejected' })
})

test('preview-v2 returns the Core API’s receipt if requested, and refuses anything but a preview', async () => {
	const preview = (hex: string, optIns = {}) =>
		sdk.transaction.innerClient.transactionPreviewV2({
			transactionPreviewV2Request: {
				preview_transaction: { type: 'Compiled', preview_transaction_hex: hex },
				flags: { use_free_credit: true },
				opt_ins: optIns,
			},
		})
	const manifest = `CALL_METHOD Address("${owner.account}") "lock_fee" Decimal("1");`
	const header = intentHeader({ networkId: ledger.networkId, window: presentWindow(ledger) })
	const { curve, publicKey } = owner.keyPair
	const hex = compilePreview({ manifest, header, children: [], signers: [{ curve, publicKey }] })
	assert.equal((await preview(hex)).receipt, undefined)
	const { at_ledger_state_version: version, receipt } = await preview(hex, { core_api_receipt: true })
	assert.equal(version, (await ledger.gateway.ledgerState()).stateVersion)
	assert.ok(parsePreviewReceipt(receipt).costXrd > 0n)
	assert.equal(parsePreviewReceipt(receipt).status, 'Succeeded')
	const stranger = compilePreview({ manifest, header, children: [], signers: [] })
	assert.match((await ledger.gateway.preview(stranger, { use_free_credit: true })).errorMessage ?? '', /Unauthorized/)
	assert.equal((await refusal(preview('4d2206'))).details?.type, 'InvalidTransactionError')
})

test('a preview returns the result of each of its instructions, as the node’s programmatic JSON', async () => {
	const { account, keyPair } = owner
	const { xrd, wellKnownAddresses } = ledger.ledger.info
	const header = intentHeader({ networkId: ledger.networkId, window: presentWindow(ledger) })
	const { curve, publicKey } = keyPair
	const previewed = async (calls: readonly string[]) => {
		const manifest = calls.map(call => `${call};`).join('\n')
		const hex = compilePreview({ manifest, header, children: [], signers: [{ curve, publicKey }] })
		return await ledger.gateway.preview(hex, { use_free_credit: true })
	}
	const usdc = ledger.resource('xUSDC')
	const { outputs } = await previewed([
		`CALL_METHOD Address("${account}") "lock_fee" Decimal("1")`,
		`CALL_METHOD Address("${account}") "balance" Address("${usdc}")`,
		`CALL_METHOD Address("${usdc}") "get_resource_type"`,
		`CALL_METADATA_METHOD Address("${usdc}") "get" "symbol"`,
		`CALL_METADATA_METHOD Address("${usdc}") "get" "nothing"`,
		`CALL_METHOD Address("${wellKnownAddresses.consensus_manager}") "get_current_epoch"`,
		`CALL_METHOD Address("${account}") "withdraw" Address("${xrd}") Decimal("2")`,
		`ASSERT_WORKTOP_CONTAINS Address("${xrd}") Decimal("2")`,
		`CALL_METHOD Address("${account}") "deposit_batch" Expression("ENTIRE_WORKTOP")`,
	])
	const withdrawn = outputs[6] as { kind: string; value: string }
	assert.match(withdrawn.value, /^internal_component_sim1/)
	const { epoch } = await ledger.gateway.ledgerState()
	const { amounts } = await ledger.gateway.balances(account)
	const unit = { kind: 'Tuple', fields: [] }
	assert.deepEqual(outputs, [
		unit,
		{ kind: 'Decimal', value: amounts.get(usdc) },
		{ kind: 'Enum', variant_id: '0', fields: [{ kind: 'U8', value: '6' }] },
		{
			kind: 'Enum',
			variant_id: '1',
			fields: [{ kind: 'Enum', variant_id: '0', fields: [{ kind: 'String', value: 'xUSDC' }] }],
		},
		{ kind: 'Enum', variant_id: '0', fields: [] },
		{ kind: 'U64', value: String(epoch) },
		{ kind: 'Own', value: withdrawn.value },
		unit,
		unit,
	])
	const failed = await previewed([
		`CALL_METHOD Address("${account}") "withdraw" Address("${usdc}") Decimal("1000000000000")`,
	])
	assert.equal(failed.status, 'Failed')
	assert.deepEqual(failed.outputs, [])
})

test('error: unknown entities and transactions are not found', async () => {
	const { transactionId } = transfer({ amount: '1' })
	const details = await refusal(sdk.transaction.getCommittedDetails(transactionId))
	assert.equal(details.status, 404)
	assert.deepEqual(details.details, { type: 'TransactionNotFoundError', intent_hash: transactionId })
	const unknown = 'resource_sim1thvwu8dh6lk4y9mntemkvj25wllq8adq42skzufp4m8wxxuemugnez'
	const entity = await refusal(
		sdk.state.innerClient.stateEntityDetails({ stateEntityDetailsRequest: { addresses: [unknown] } }),
	)
	assert.equal(entity.status, 404)
	assert.deepEqual(entity.details, { type: 'EntityNotFoundError', address: unknown })
	await assert.rejects(ledger.gateway.tokenInfo([unknown]), { kind: 'not_found' })
})

/** The response status of a request sent with a different host name. */
function statusOf({ path, host }: { path: string; host: string }): Promise<number | undefined> {
	const headers = { host, 'content-type': 'application/json' }
	return new Promise((resolve, reject) => {
		const post = request(ledger.url + path, { method: 'POST', headers }, response => {
			response.resume()
			resolve(response.statusCode)
		})
		post.on('error', reject).end('{}')
	})
}

test('only the network’s own page may request funds, in valid amounts of known tokens', async () => {
	const { account } = participant('user-3')
	const fund = (options: { body?: unknown; headers?: Record<string, string> }) =>
		fetch(`${ledger.url}/local/fund`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...options.headers },
			body: JSON.stringify(options.body ?? { address: account, amounts: [{ symbol: 'xUSDC', amount: '1.5' }] }),
		})
	assert.equal((await fund({})).status, 200)
	assert.equal(Decimal.format(await balanceOf(ledger, account, 'xUSDC')), '1.5')
	assert.equal((await fund({ headers: { origin: 'https://evil.example' } })).status, 403)
	for (const host of ['evil.example', 'evil.example:8481', '['])
		assert.equal(await statusOf({ path: '/local/fund', host }), 403, host)
	for (const amounts of [[{ symbol: 'xUSDC', amount: '0.0000001' }], [{ symbol: 'nope', amount: '1' }], []])
		assert.equal((await fund({ body: { address: account, amounts } })).status, 400)
	assert.equal((await fund({ body: { address: ledger.resource('XRD'), amounts: [] } })).status, 400)
})

test('the packages of components; what is not a component has none', async () => {
	const { faucet, faucet_package } = ledger.ledger.info.wellKnownAddresses
	const { component } = ledger.instamint
	const none = 'component_sim1cqrswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8vappw7'
	const packages = await ledger.gateway.packagesOf([faucet ?? '', component, ledger.resource('XRD')])
	assert.deepEqual([...packages.keys()], [faucet, component])
	assert.equal(packages.get(faucet ?? ''), faucet_package)
	assert.equal(readAddress(packages.get(component) ?? '').entityType, 'GlobalPackage')
	assert.deepEqual(await ledger.gateway.packagesOf([]), new Map())
	await assert.rejects(ledger.gateway.packagesOf([none]), { kind: 'not_found' })
})
