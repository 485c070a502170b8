import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { participant } from '../../../../test/fixtures/ledger.ts'
import { loseAnswer } from '../engine/ledger-fixture.ts'
import { playSeed } from '../keys/play-keys.ts'
import { genesisKeys } from './genesis/genesis-keys.ts'
import { openGenesis } from './genesis/open-genesis.ts'
import { LocalLedger } from './local-ledger.ts'
import { Treasury } from './treasury.ts'

let directory: string
before(async () => {
	directory = await mkdtemp(join(tmpdir(), 'accord-ledger-'))
})
after(() => rm(directory, { recursive: true, force: true }))

const treasury = participant('treasury').keyPair
const { account } = participant('user-1')

function treasuryOf(ledger: LocalLedger): Treasury {
	const { tokens } = openGenesis(ledger, genesisKeys({ seed: playSeed, networkId: ledger.networkId }))
	return new Treasury(ledger, tokens)
}

/** A clock that can be set to any time, even an earlier one. */
const clock = { now: Date.UTC(2026, 0, 1), nowMs: () => clock.now, wakeAt: () => () => {} }

test('a directory belongs to one ledger at a time', () => {
	const ledger = new LocalLedger({ directory, clock, treasury })
	assert.throws(() => new LocalLedger({ directory, clock, treasury }), { code: 'ledger_in_use' })
	ledger.close()
	new LocalLedger({ directory, clock, treasury }).close()
})

test('a ledger opened again knows its transactions, and mints no token twice', () => {
	const first = new LocalLedger({ directory, clock, treasury })
	const bank = treasuryOf(first)
	const xrd = { resource: first.info.xrd, amount: Decimal.parse('1.5') }
	const { transactionId } = bank.fund(account, [xrd])
	const { stateVersion } = first.info
	first.close()

	const again = new LocalLedger({ directory, clock, treasury })
	assert.deepEqual(treasuryOf(again).tokens, bank.tokens)
	assert.equal(again.info.stateVersion, stateVersion)
	assert.equal(again.transaction(transactionId)?.status, 'CommittedSuccess')
	assert.equal(again.fungibles(account).find(({ resource }) => resource === xrd.resource)?.amount, '1.5')
	again.close()
})

test('the ledger’s time never goes back', () => {
	const ledger = new LocalLedger({ clock, treasury })
	clock.now += 10_000
	ledger.tick()
	const { proposerTimestampMs } = ledger.info
	assert.equal(proposerTimestampMs, clock.now)
	clock.now -= 5_000
	ledger.tick()
	const funding = treasuryOf(ledger).fund(account, [{ resource: ledger.info.xrd, amount: Decimal.one }])
	assert.equal(ledger.transaction(funding.transactionId)?.timestampMs, proposerTimestampMs)
	ledger.close()
})

test('the visible state is never ahead of the visible transactions', () => {
	const ledger = new LocalLedger({ clock, treasury })
	const bank = treasuryOf(ledger)
	const start = ledger.info.stateVersion
	for (let n = 1; n <= 5; n++) {
		const { transactionId } = bank.fund(account, [{ resource: ledger.info.xrd, amount: Decimal.one }])
		assert.deepEqual(ledger.stateVersions({ from: start + 1 }).at(-1), start + n)
		assert.equal(ledger.transaction(transactionId)?.stateVersion, start + n)
		assert.equal(ledger.info.stateVersion, start + n)
		assert.equal(ledger.fungibles(account)[0]?.amount, String(n))
	}
	ledger.close()
})

test('a commit whose answer was lost is there, as is everything before and after it', async t => {
	const ownDirectory = await mkdtemp(join(tmpdir(), 'accord-ledger-'))
	t.after(() => rm(ownDirectory, { recursive: true, force: true }))
	const ledger = new LocalLedger({ directory: ownDirectory, clock, treasury })
	const bank = treasuryOf(ledger)
	const fund = () => bank.fund(account, [{ resource: ledger.info.xrd, amount: Decimal.one }])
	const { transactionId } = fund()
	const { stateVersion } = ledger.info
	loseAnswer(t, '"outcome"')
	assert.throws(fund, { code: 'internal' })
	assert.equal(ledger.info.stateVersion, stateVersion + 1)
	assert.deepEqual(ledger.stateVersions({ from: stateVersion }), [stateVersion, stateVersion + 1])
	const { transactionId: lost, status } = ledger.record(stateVersion + 1)
	assert.equal(status, 'CommittedSuccess')
	assert.equal(ledger.transaction(lost)?.stateVersion, stateVersion + 1)
	assert.equal(ledger.submit(ledger.rawTransaction(stateVersion + 1)).outcome, 'Duplicate')
	fund()
	assert.equal(ledger.transaction(transactionId)?.stateVersion, stateVersion)
	assert.equal(ledger.fungibles(account)[0]?.amount, '3')
	ledger.close()
})
