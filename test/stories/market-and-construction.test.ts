import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountAddress } from '@accord/ledger'
import {
	accountLevelWire,
	Composed,
	CreatedSubintent,
	type ErrorCode,
	FeeInfo,
	NetworkStatus,
	ParsedOrder,
	RegisteredAccounts,
	SignedSubintent,
	TokenPairs,
	Tokens,
} from '@accord/protocol'
import { OrderCraft } from '../network/crafted-order.ts'
import type { Participant } from '../network/participant.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

let network: TestNetwork
let craft: OrderCraft
let user: Participant

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 1, solvers: 1 })
	user = network.users[0] as Participant
	craft = new OrderCraft(network, user)
})
after(() => network?.stop())

async function answer<T>(schema: { parse(body: unknown): T }, path: string, asked = {}): Promise<T> {
	const { status, body } = await askTrade(network, path, asked)
	assert.equal(status, 200, JSON.stringify(body))
	return schema.parse(body)
}

/** The remaining requests with a body; each case is refused with 422. */
async function refuse(path: string, cases: [body: object, code: ErrorCode, pointer?: string][]): Promise<void> {
	for (const [body, code, pointer] of cases) {
		const problem = await refusedTrade(network, path, { body, status: 422, code })
		if (pointer !== undefined)
			assert.ok(
				problem.errors?.some(item => item.pointer === pointer),
				JSON.stringify(problem),
			)
	}
}

describe('tokens, pairs, accounts and fees', () => {
	test('the ledger’s epoch and both clocks', async () => {
		const status = await answer(NetworkStatus.wire, '/network/status')
		assert.deepEqual([status.cur_epoch, status.network, status.network_id], [craft.epoch(), 'simulator', 242])
		for (const time of [status.ledger_timestamp, status.service_timestamp]) assert.match(time, /^20\d\d-.*Z$/)
	})

	test('tokens, pairs and fees', async () => {
		const { tokens } = await answer(Tokens.wire, '/trade/tokens')
		assert.deepEqual(
			tokens.map(({ symbol, resource_address }) => [symbol, resource_address]),
			[...network.tokens.values()].map(({ symbol, resourceAddress }) => [symbol, resourceAddress]),
		)
		const { token_pairs } = await answer(TokenPairs.wire, '//trade/token_pairs/')
		assert.deepEqual(token_pairs[0], { base: 'XRD', quote: 'xUSDC' })
		const info = await answer(FeeInfo.wire, '/trade/info')
		assert.deepEqual(
			info.per_token_settlement_fee.map(({ symbol }) => symbol),
			tokens.map(({ symbol }) => symbol),
		)
	})

	test('levels, of known and unknown accounts', async () => {
		const level = async ({ account }: Pick<Participant, 'account'>) =>
			(await answer(accountLevelWire, `/trade/account_addresses/${account}`)).level
		assert.deepEqual([await level(network.users[1] as Participant), await level(user)], [1, 0])
		const elsewhere = accountAddress(user.keyPair, 1)
		const cases: [string, ErrorCode][] = [
			['account_sim1nonsense', 'invalid_address'],
			[craft.address('XRD'), 'invalid_address'],
			[elsewhere, 'wrong_network'],
		]
		for (const [address, code] of cases) {
			await refusedTrade(network, `/trade/account_addresses/${address}`, { status: 422, code })
		}
	})

	test('a maker’s accounts, under either name of the key', async () => {
		const [maker] = network.makers
		for (const name of ['service-api-key', 'anthic-api-key']) {
			const { accounts } = await answer(RegisteredAccounts.wire, '/trade/accounts', {
				headers: { [name]: maker?.apiKey },
			})
			assert.deepEqual(
				accounts.map(({ address }) => address),
				[maker?.account],
			)
			assert.equal(accounts[0]?.balances.length, network.tokens.size)
		}
	})
})

const compose = () => ({
	type: 'LimitOrder',
	account: user.account,
	sell: { symbol: 'XRD', amount: '100' },
	buy: { symbol: 'xUSDC', amount: '5' },
	fee: { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' },
})

describe('construction', () => {
	test('compose, create, sign and parse lead from terms to a signed order and back', async () => {
		const { manifest } = await answer(Composed.wire, '/construction/compose', { body: compose() })
		const requestedAtS = craft.nowS()
		const created = await answer(CreatedSubintent.wire, '/construction/create_subintent', { body: { manifest } })
		// The clock may have moved on by a second meanwhile.
		assert.ok([requestedAtS, craft.nowS()].includes(created.expires_at - 45))
		const { curve, publicKey: public_key, sign } = user.keyPair
		const { signature } = sign(created.subintent_hash)
		const body = { subintent: created.subintent, signature: { curve, public_key, signature } }
		const signed = await answer(SignedSubintent.wire, '/construction/sign', { body })
		assert.equal(signed.subintent_id, created.subintent_id)
		const { signed_partial_transaction } = signed
		for (const source of [{ manifest }, { subintent: created.subintent }, { signed_partial_transaction }]) {
			const { sell, buy, account, fee, violations } = await answer(ParsedOrder.wire, '/construction/parse', {
				body: source,
			})
			assert.deepEqual({ type: 'LimitOrder', account, sell, buy, fee }, compose())
			assert.deepEqual(violations, [])
		}
	})

	test('error: compose names every wrong field', async () => {
		const good = compose()
		const amount = (value: string) => ({ ...good.sell, amount: value })
		await refuse('/construction/compose', [
			[{ ...good, sell: amount('1e3') }, 'invalid_decimal', '/sell/amount'],
			[{ ...good, account: '!' }, 'invalid_address', '/account'],
			[{ ...good, account: craft.address('XRD') }, 'invalid_address', '/account'],
			[{ ...good, account: accountAddress(user.keyPair, 1) }, 'wrong_network', '/account'],
			[{ ...good, sell: amount('-1') }, 'invalid_amount', '/sell/amount'],
			[{ ...good, sell: { symbol: 'nothing', amount: '1' } }, 'unknown_token', '/sell/symbol'],
			[{ ...good, fee: { ...good.fee, symbol: 'xUSDC' } }, 'fee_token', '/fee/symbol'],
			[{ ...good, buy: amount('1') }, 'unknown_pair', '/buy/symbol'],
			[{ ...good, type: 'Market' }, 'validation_failed', '/type'],
			[{ ...good, sell: { ...good.sell, simbol: 'x' } }, 'unknown_field', '/sell/simbol'],
		])
	})

	test('error: parse refuses anything but a limit order', async () => {
		const { manifest } = await answer(Composed.wire, '/construction/compose', { body: compose() })
		await refuse('/construction/parse', [
			[{ subintent: 'xy' }, 'invalid_hex'],
			[{ subintent: '00' }, 'invalid_subintent'],
			[{ signed_partial_transaction: '00' }, 'invalid_signed_partial_transaction'],
			[{ signed_partial_transaction: craft.ofOtherNetwork() }, 'wrong_network'],
			[{ manifest: 'NONSENSE;' }, 'invalid_manifest'],
			[{ manifest: 'YIELD_TO_PARENT;' }, 'manifest_schema'],
			[{ manifest: manifest.replaceAll(craft.address('xUSDC'), craft.notTraded()) }, 'unknown_token'],
		])
	})

	test('parse lists fees that are too low for the account, as user or maker', async () => {
		const none = { ...compose().fee, anthic_amount: '0', settlement_amount: '0' }
		const { manifest } = await answer(Composed.wire, '/construction/compose', { body: { ...compose(), fee: none } })
		const found = async (role: object) => {
			const { violations } = await answer(ParsedOrder.wire, '/construction/parse', { body: { manifest, ...role } })
			return violations.map(({ rule, instruction }) => `${rule} ${instruction}`)
		}
		assert.deepEqual(await found({}), ['fee_too_low 5', 'fee_too_low 6'])
		assert.deepEqual(await found({ role: 'taker' }), ['fee_too_low 5', 'fee_too_low 6'])
		assert.deepEqual(await found({ role: 'maker' }), ['fee_too_low 6'])
	})

	// shows decision 56: Construction refuses what a submission would refuse
	test('error: create_subintent refuses an expiry that no submission would accept', async () => {
		const { manifest } = await answer(Composed.wire, '/construction/compose', { body: compose() })
		const nowS = craft.nowS()
		await refuse('/construction/create_subintent', [
			[{ manifest, expires_in_seconds: 14 }, 'invalid_expiry', '/expires_in_seconds'],
			[{ manifest, expires_in_seconds: 61 }, 'invalid_expiry', '/expires_in_seconds'],
			[{ manifest, expires_at: nowS + 10 }, 'invalid_expiry', '/expires_at'],
			[{ manifest, expires_at: (nowS + 45) * 1000 }, 'invalid_expiry', '/expires_at'],
		])
		for (const expires_in_seconds of [15, 60])
			await answer(CreatedSubintent.wire, '/construction/create_subintent', { body: { manifest, expires_in_seconds } })
	})

	// shows decision 56: Construction refuses what a submission would refuse
	test('error: sign refuses a second signature of one key', async () => {
		const { manifest } = await answer(Composed.wire, '/construction/compose', { body: compose() })
		const created = await answer(CreatedSubintent.wire, '/construction/create_subintent', { body: { manifest } })
		const { subintent, subintent_hash } = created
		const signatureOf = ({ keyPair: { curve, publicKey: public_key, sign } }: Participant) => {
			const { signature } = sign(subintent_hash)
			return { curve, public_key, signature }
		}
		const own = signatureOf(user)
		const second = signatureOf(network.users[1] as Participant)
		assert.equal(second.curve, 'Secp256k1')
		const { public_key: _, ...bare } = second
		await refuse('/construction/sign', [
			[{ subintent, signatures: [own, own] }, 'invalid_signature', '/signatures/1'],
			[
				{ subintent, signatures: [own, second, { ...own, signature: own.signature.toUpperCase() }] },
				'invalid_signature',
				'/signatures/2',
			],
			[{ subintent, signatures: [bare, bare] }, 'invalid_signature', '/signatures/1'],
			[{ subintent, signatures: [second, bare] }, 'invalid_signature'],
		])
		await answer(SignedSubintent.wire, '/construction/sign', { body: { subintent, signatures: [own, bare] } })
	})

	test('error: create_subintent refuses manifests that do not compile and two expiries', async () => {
		await refuse('/construction/create_subintent', [
			[{ manifest: 'NONSENSE;' }, 'invalid_manifest'],

			[{ manifest: 'x', expires_at: 1, expires_in_seconds: 1 }, 'validation_failed', '/expires_at'],
			[{ manifest: 'x', expires_in_seconds: 0 }, 'validation_failed', '/expires_in_seconds'],
			[{ manifest: 'x', intent_discriminator: 'y' }, 'validation_failed', '/intent_discriminator'],
		])
	})

	test('error: sign refuses signatures that do not verify over the subintent', async () => {
		const { manifest } = await answer(Composed.wire, '/construction/compose', { body: compose() })
		const { subintent } = await answer(CreatedSubintent.wire, '/construction/create_subintent', { body: { manifest } })
		const { curve, publicKey: public_key, sign } = user.keyPair
		const signature = { curve, public_key, signature: sign('00'.repeat(32)).signature }
		await refuse('/construction/sign', [
			[{ subintent, signature }, 'invalid_signature'],
			[{ subintent: '00', signature }, 'invalid_subintent'],
			[{ subintent: 'xy', signature }, 'invalid_hex', '/subintent'],
			[{ subintent, signature: { ...signature, curve: 'P256' } }, 'validation_failed', '/signature/curve'],
			[{ subintent }, 'validation_failed', ''],
			[{ subintent, signature: { ...signature, key: 'x' } }, 'unknown_field', '/signature/key'],
		])
	})
})
