import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError } from '@accord/ledger'
import { TradeError } from '@accord/protocol'
import { validateAtLedgerTime, validateOrder } from '../intents/validate-order.ts'
import { goodHeader, nowMs, rules, signedOrder } from '../testing/order-fixture.ts'
import { LedgerReads } from './ledger-reads.ts'

/** A ledger that advances by one epoch with each read of its state, and a clock that the test sets. */
function openReads() {
	let epoch = 9
	const clock = { atMs: nowMs, nowMs: () => clock.atMs }
	const gateway = {
		isDown: false,
		ledgerState: async () => {
			if (gateway.isDown) throw new GatewayError('unavailable', 'down')
			return { network: 'simulator', stateVersion: 1, epoch: ++epoch, round: 1, proposerTimestampMs: clock.atMs }
		},
		balances: async () => ({ stateVersion: 1, amounts: new Map<string, string>() }),
	}
	const reads = new LedgerReads({ gateway, clock })
	return { clock, gateway, reads, recentEpoch: async () => (await reads.recentState()).epoch }
}

test('the recent state is read at most every 500 ms, the current state each time', async () => {
	const { clock, reads, recentEpoch } = openReads()
	assert.equal(await recentEpoch(), 10)
	clock.atMs += 500
	assert.equal(await recentEpoch(), 10)
	clock.atMs += 1
	assert.equal(await recentEpoch(), 11)
	assert.equal((await reads.state()).epoch, 12)
	assert.equal(await recentEpoch(), 12)
	assert.deepEqual(
		(await Promise.all([reads.state(), reads.state()])).map(({ epoch }) => epoch),
		[13, 13],
	)
})

test('error: if the ledger is unavailable, the recent state is used for no longer than 500 ms', async () => {
	const { clock, gateway, reads, recentEpoch } = openReads()
	assert.equal(await recentEpoch(), 10)
	gateway.isDown = true
	assert.equal(await recentEpoch(), 10)
	clock.atMs += 501
	const unavailable = (error: unknown) => error instanceof TradeError && error.code === 'ledger_unavailable'
	await assert.rejects(recentEpoch(), unavailable)
	await assert.rejects(reads.state(), unavailable)
})

test('an order that the recent state would refuse is validated against the current one', async () => {
	const { reads, recentEpoch } = openReads()
	const signedAt = (startEpoch: number) =>
		signedOrder({ header: { ...goodHeader, startEpoch, endEpoch: startEpoch + 2 } })
	const validate = (startEpoch: number) =>
		validateAtLedgerTime(reads, ledgerState => validateOrder({ ...rules, ledgerState }, signedAt(startEpoch)))
	assert.equal(await recentEpoch(), 10)
	await validate(10)
	assert.equal(await recentEpoch(), 10)
	await validate(11)
	assert.equal(await recentEpoch(), 11)
	await assert.rejects(validate(13), { code: 'invalid_header' })
})
