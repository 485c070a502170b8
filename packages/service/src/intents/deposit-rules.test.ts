import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { composeTransaction, type GatewayClient, type KeyPair } from '@accord/ledger'
import {
	fundedParticipant,
	participant,
	presentWindow,
	startTestLedger,
	type TestLedger,
} from '../../../../test/fixtures/ledger.ts'
import type { Market } from '../market/market.ts'
import { previewLimits } from '../testing/preview-limits.ts'
import { DepositRules } from './deposit-rules.ts'
import { PreviewQueue } from './preview-queue.ts'

let ledger: TestLedger
let user: { readonly account: string; readonly keyPair: KeyPair }

before(async () => {
	ledger = await startTestLedger()
	user = await fundedParticipant(ledger, { name: 'user-1', funds: { XRD: '1000' } })
})
after(() => ledger.stop())

type Options = { readonly preview?: GatewayClient['preview'] }

function rulesOf({ preview = (hex, flags) => ledger.gateway.preview(hex, flags) }: Options = {}) {
	const queue = new PreviewQueue(previewLimits)
	const clock = { ms: 0, nowMs: () => clock.ms }
	const asked: string[] = []
	const rules = new DepositRules({
		gateway: {
			preview: (hex, flags) => {
				asked.push(hex)
				return preview(hex, flags)
			},
		},
		ledger: { recentState: () => ledger.gateway.ledgerState() },
		market: {
			networkId: ledger.networkId,
			token: (symbol: string) => ({ resourceAddress: ledger.resource(symbol) }),
		} as unknown as Market,
		clock,
		costPreview: { inTurn: (job, work) => queue.run(job, work) },
		limits: previewLimits,
	})
	const isAccepted = (symbol: string, { account = user.account, client = 'a' } = {}) =>
		rules.isAccepted({ account, symbol, client })
	return { isAccepted, clock, asked }
}

async function setRule(rule: number): Promise<void> {
	const { notarizedTransaction } = composeTransaction({
		manifest: `CALL_METHOD Address("${user.account}") "lock_fee" Decimal("1");
CALL_METHOD Address("${user.account}") "set_default_deposit_rule" Enum<${rule}u8>();`,
		window: presentWindow(ledger),
		keyPair: user.keyPair,
		networkId: ledger.networkId,
	})
	const { outcome, errorMessage } = await ledger.ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
}

test('what an account accepts is asked once, and again after a minute', async () => {
	const { isAccepted, clock, asked } = rulesOf()
	assert.deepEqual(await Promise.all([isAccepted('xUSDC'), isAccepted('xUSDC')]), [true, true])
	await setRule(1)
	clock.ms = 59_999
	assert.deepEqual([await isAccepted('xUSDC'), asked.length], [true, 1])
	clock.ms = 60_000
	assert.deepEqual([await isAccepted('xUSDC'), asked.length], [false, 2])
	// The owner's own deposits are not concerned, XRD no less than others.
	assert.equal(await isAccepted('XRD'), false)
	await setRule(2)
	clock.ms = 200_000
	assert.deepEqual([await isAccepted('xUSDC'), await isAccepted('XRD')], [false, true])
	await setRule(0)
})

test('an account that was never used accepts everything', async () => {
	const { account } = participant('user-9')
	assert.equal(await rulesOf().isAccepted('xUSDC', { account }), true)
})

test('a Gateway that fails, or does not answer, leaves it unknown, and it is asked again', async () => {
	const failing = rulesOf({ preview: () => Promise.reject(new Error('unavailable')) })
	assert.equal(await failing.isAccepted('xUSDC'), undefined)
	assert.equal(await failing.isAccepted('xUSDC'), undefined)
	assert.equal(failing.asked.length, 2)
	const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<GatewayClient['preview']>>>()
	const hanging = rulesOf({ preview: () => promise })
	assert.equal(await hanging.isAccepted('xUSDC'), undefined)
	resolve({ status: 'Succeeded' } as Awaited<typeof promise>)
	await promise
	assert.equal(await hanging.isAccepted('xUSDC'), true)
	assert.equal(hanging.asked.length, 1)
})

test('a stranger that names account after account is answered without the Gateway, and others are not', async () => {
	const { isAccepted, asked } = rulesOf({ preview: async () => ({ status: 'Succeeded' }) as never })
	const named = (at: number) => isAccepted('xUSDC', { account: participant(`user-${at}`).account, client: 'stranger' })
	const answers = []
	for (let at = 0; at < 100; at++) answers.push(await named(at))
	assert.deepEqual([answers.filter(answer => answer === true).length, asked.length], [60, 60])
	assert.equal(await isAccepted('xUSDC', { client: 'someone else' }), true)
})
