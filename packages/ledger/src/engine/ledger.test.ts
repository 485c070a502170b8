import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { participant } from '../../../../test/fixtures/ledger.ts'
import {
	account,
	compiledPreview,
	genesisTimeMs,
	nothingAssumed,
	openLedger,
	optionsOf,
	temporaryDirectory,
	transaction,
} from './ledger-fixture.ts'

test('a refused submission has a code, and the ledger continues to work', () => {
	const ledger = openLedger()
	assert.throws(() => ledger.submit('4d', genesisTimeMs), { code: 'bad_payload' })
	const whole = transaction(1)
	const spoiled = whole.slice(0, -2) + (whole.endsWith('00') ? '01' : '00')
	assert.throws(() => ledger.submit(spoiled, genesisTimeMs), { code: 'invalid_transaction' })
	assert.throws(() => ledger.submit(whole, genesisTimeMs + 0.5), { code: 'bad_argument' })
	assert.equal(ledger.submit(whole, genesisTimeMs).outcome, 'CommittedSuccess')
	assert.equal(ledger.submit(whole, genesisTimeMs).outcome, 'Duplicate')
	ledger.close()
})

test('error: a closed ledger refuses every call', () => {
	const ledger = openLedger()
	assert.equal(ledger.submit(transaction(1), genesisTimeMs).outcome, 'CommittedSuccess')
	ledger.close()
	assert.throws(() => ledger.info(), { code: 'ledger_closed' })
	assert.throws(() => ledger.tick(genesisTimeMs), { code: 'ledger_closed' })
	ledger.close()
})

test('error: a directory whose ledger is open is refused, in this process and in another', () => {
	const directory = temporaryDirectory()
	const ledger = openLedger(directory)
	const inUse = { code: 'ledger_in_use', message: `the ledger in ${directory} is open already (pid ${process.pid})` }
	assert.throws(() => openLedger(directory), inUse)
	assert.deepEqual(openElsewhere(directory), inUse)
	ledger.close()
	assert.deepEqual(openElsewhere(directory), 'opened')
	openLedger(directory).close()
})

/** Runs it in another process and returns the outcome. */
function openElsewhere(directory: string): unknown {
	const program = `
		import { Ledger } from '${new URL('ledger.ts', import.meta.url)}'
		const result = () => {
			try {
				new Ledger(${JSON.stringify(optionsOf(directory))})
				return 'opened'
			} catch ({ code, message }) {
				return { code, message }
			}
		}
		console.log(JSON.stringify(result()))`
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning', '--input-type=module']
	const cwd = new URL('../', import.meta.url)
	const { stdout, stderr } = spawnSync(process.execPath, [...flags, '-e', program], { cwd, encoding: 'utf8' })
	assert.equal(stderr, '')
	return JSON.parse(stdout)
}

test('error: a directory has a ledger of one network', () => {
	const directory = temporaryDirectory()
	openLedger(directory).close()
	assert.throws(() => openLedger(directory, 240), { code: 'wrong_network' })
	openLedger(directory).close()
})

test('a preview sees every commit before it, and changes nothing', () => {
	const ledger = openLedger(temporaryDirectory())
	const preview = compiledPreview()
	for (let number = 1; number <= 20; number++) {
		const { record } = ledger.submit(transaction(number), genesisTimeMs)
		const { status, stateVersion } = ledger.preview(preview, nothingAssumed, genesisTimeMs)
		assert.deepEqual([status, stateVersion], ['Success', record?.stateVersion])
	}
	assert.equal(ledger.info().stateVersion, 21)
	ledger.close()
})

test('a preview runs at the time that is passed', () => {
	const ledger = openLedger()
	const expiryS = genesisTimeMs / 1000 + 10
	const preview = compiledPreview({ maxTimestampS: expiryS })
	assert.equal(ledger.preview(preview, nothingAssumed, expiryS * 1000 - 1).status, 'Success')
	const expired = ledger.preview(preview, nothingAssumed, expiryS * 1000)
	assert.equal(expired.status, 'Rejected')
	assert.match(expired.errorMessage ?? '', /TransactionProposerTimestampNoLongerValid/)
	ledger.close()
})

test('only a fungible resource has a supply; another entity and one that does not exist have none', () => {
	const ledger = openLedger()
	const { xrd, faucet, wellKnownAddresses } = ledger.info()
	assert.deepEqual(ledger.resource(xrd)?.divisibility, 18)
	const badge = wellKnownAddresses.package_owner_badge ?? ''
	for (const address of [badge, faucet, account, participant('unused').account])
		assert.equal(ledger.resource(address), null, address)
	ledger.close()
})
