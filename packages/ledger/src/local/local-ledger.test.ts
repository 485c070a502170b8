import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { participant } from '../../../../test/fixtures/ledger.ts'
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

async function treasuryOf(ledger: LocalLedger): Promise<Treasury> {
	const { tokens } = await openGenesis(ledger, genesisKeys({ seed: playSeed, networkId: ledger.networkId }))
	return new Treasury(ledger, tokens)
}

/** A clock that can be set to any time, even an earlier one. */
const clock = { now: Date.UTC(2026, 0, 1), nowMs: () => clock.now, wakeAt: () => () => {} }

test('a directory belongs to one ledger at a time', async () => {
	const ledger = new LocalLedger({ directory, clock, treasury })
	assert.throws(() => new LocalLedger({ directory, clock, treasury }), { code: 'ledger_in_use' })
	await ledger.close()
	await new LocalLedger({ directory, clock, treasury }).close()
})

test('a ledger opened again knows its transactions, and mints no token twice', async () => {
	const first = new LocalLedger({ directory, clock, treasury })
	const bank = await treasuryOf(first)
	const xrd = { resource: first.info.xrd, amount: Decimal.parse('1.5') }
	const { transactionId } = await bank.fund(account, [xrd])
	const { stateVersion } = first.info
	await first.close()

	const again = new LocalLedger({ directory, clock, treasury })
	assert.deepEqual((await treasuryOf(again)).tokens, bank.tokens)
	assert.equal(again.info.stateVersion, stateVersion)
	assert.equal(again.transaction(transactionId)?.status, 'CommittedSuccess')
	assert.equal(again.fungibles(account).find(({ resource }) => resource === xrd.resource)?.amount, '1.5')
	await again.close()
})

test('the ledger’s time never goes back', async () => {
	const ledger = new LocalLedger({ clock, treasury })
	clock.now += 10_000
	await ledger.tick()
	const { proposerTimestampMs } = ledger.info
	assert.equal(proposerTimestampMs, clock.now)
	clock.now -= 5_000
	await ledger.tick()
	const funding = await (await treasuryOf(ledger)).fund(account, [{ resource: ledger.info.xrd, amount: Decimal.one }])
	assert.equal(ledger.transaction(funding.transactionId)?.timestampMs, proposerTimestampMs)
	await ledger.close()
})

test('the visible state is never ahead of the visible transactions', async () => {
	const ledger = new LocalLedger({ clock, treasury })
	const bank = await treasuryOf(ledger)
	const balance = () => ledger.fungibles(account)[0]?.amount ?? '0'
	const read = () => ledger.read(() => ({ stateVersion: ledger.info.stateVersion, balance: balance() }))
	const start = ledger.info.stateVersion
	const fundings = Array.from({ length: 20 }, () =>
		bank.fund(account, [{ resource: ledger.info.xrd, amount: Decimal.one }]),
	)
	let last = await read()
	while (last.stateVersion < start + fundings.length) {
		assert.equal(last.balance, String(last.stateVersion - start))
		assert.equal(ledger.stateVersions({ from: start + 1 }).length, last.stateVersion - start)
		await new Promise(setImmediate)
		last = await read()
	}
	await Promise.all(fundings)
	await ledger.close()
})
