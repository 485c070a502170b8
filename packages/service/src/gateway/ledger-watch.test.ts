import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LedgerState } from '@accord/ledger'
import { type Doubt, isLater, LedgerWatch } from './ledger-watch.ts'

const startMs = 1_790_000_000_000

function openWatch() {
	const clock = { atMs: startMs, nowMs: () => clock.atMs }
	const doubts: Doubt['reason'][] = []
	const onDoubt = ({ reason }: Doubt) => doubts.push(reason)
	const watch = new LedgerWatch({ clock, networkId: 1, clockSkewMaxMs: 10_000, onDoubt })
	watch.noteNetwork({ networkId: 1, name: 'mainnet' })
	const state = (changed: Partial<LedgerState> = {}): LedgerState => {
		return { network: 'mainnet', stateVersion: 100, epoch: 1, round: 1, proposerTimestampMs: clock.atMs, ...changed }
	}
	const judge = (changed: Partial<LedgerState> = {}, asked = watch.asked()) =>
		watch.judge('ledgerState', state(changed), asked)
	return { clock, doubts, watch, state, judge }
}

const notBelieved = { name: 'GatewayError', kind: 'unavailable', message: /^the Gateway is not believed: / }

test('a clock within the bound is believed, one millisecond more is not', () => {
	const { doubts, judge, watch } = openWatch()
	for (const byMs of [10_000, -10_000]) judge({ proposerTimestampMs: startMs + byMs })
	assert.equal(watch.doubt(), undefined)
	for (const byMs of [10_001, -10_001]) {
		assert.throws(() => judge({ proposerTimestampMs: startMs + byMs }), notBelieved)
		assert.equal(watch.skewMs, byMs)
	}
	assert.deepEqual(doubts, ['clock', 'clock'])
})

test('an answer that took long is not mistaken for a wrong clock', () => {
	const { clock, judge, watch } = openWatch()
	const asked = watch.asked()
	clock.atMs += 60_000
	judge({ proposerTimestampMs: startMs }, asked)
	judge({ proposerTimestampMs: clock.atMs }, asked)
	assert.equal(watch.skewMs, 0)
})

test('a Gateway may lag, but not go back while its clock advances; answers that overtake each other do not contradict', () => {
	const { clock, doubts, judge, watch } = openWatch()
	const asked = watch.asked()
	judge({ stateVersion: 110 })
	judge({ stateVersion: 100, proposerTimestampMs: startMs - 2_000 })
	judge({ stateVersion: 105 }, asked)
	clock.atMs += 1_000
	assert.throws(() => judge({ stateVersion: 109 }), notBelieved)
	judge({ stateVersion: 110 })
	assert.deepEqual(doubts, ['version'])
})

test('after ten minutes of consistent answers, the earlier one is considered wrong', () => {
	const { clock, judge } = openWatch()
	judge({ stateVersion: 9_000_000 })
	for (let minute = 0; minute < 10; minute++) {
		clock.atMs += 60_000
		assert.throws(() => judge({ stateVersion: 200 + minute }), notBelieved)
	}
	clock.atMs += 60_000
	judge({ stateVersion: 300 })
	clock.atMs += 1
	assert.throws(() => judge({ stateVersion: 299 }), notBelieved)
})

test('another network’s ledger is not believed', () => {
	const { doubts, judge } = openWatch()
	assert.throws(() => judge({ network: 'stokenet' }), notBelieved)
	assert.deepEqual(doubts, ['network'])
})

test('a doubt lasts until the same call is answered credibly, or for ten seconds', () => {
	const { clock, judge, state, watch } = openWatch()
	const status = (changed: Partial<LedgerState>) => watch.judge('subintentStatus', state(changed), watch.asked())
	assert.throws(() => status({ network: 'stokenet' }), notBelieved)
	judge()
	assert.match(watch.doubt() ?? '', /answers for stokenet, not for mainnet/)
	status({})
	assert.equal(watch.doubt(), undefined)
	assert.throws(() => status({ network: 'stokenet' }), notBelieved)
	clock.atMs += 10_001
	assert.equal(watch.doubt(), undefined)
})

test('a state is later by its version or, if that stays the same, by its round', () => {
	const { state } = openWatch()
	const base = state({ epoch: 2, round: 5 })
	for (const later of [{ stateVersion: 101 }, { epoch: 3, round: 1 }, { epoch: 2, round: 6 }])
		assert.equal(isLater({ ...base, ...later }, base), true)
	for (const other of [{}, { stateVersion: 99, round: 9 }, { epoch: 1, round: 9 }, { round: 4 }])
		assert.equal(isLater({ ...base, ...other }, base), false)
})
