import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { keyPairFromPrivateKey } from '../keys/key-pair.ts'
import { Ledger } from './addon.ts'
import {
	accountAddress,
	type Curve,
	compilePreview,
	compileSubintent,
	type Header,
	hash,
	notarize,
	prepareTransaction,
	readAddress,
	readSignedPartialTransaction,
	signatureAccessRule,
} from './codec.ts'

const networkId = 242
const genesisTimeMs = 1_800_000_000_000
const treasury = keyPairFromPrivateKey({ curve: 'Ed25519', privateKeyHex: '01'.repeat(32) })
const treasuryKey = { curve: treasury.curve, publicKey: treasury.publicKey }
const account = accountAddress(treasuryKey, networkId)
const directories: string[] = []
after(() => {
	for (const directory of directories) rmSync(directory, { recursive: true })
})

function temporaryDirectory(): string {
	const directory = mkdtempSync(join(tmpdir(), 'accord-addon-'))
	directories.push(directory)
	return directory
}

function openLedger(directory?: string): Ledger {
	return new Ledger({
		networkId,
		genesisTimeMs,
		treasury: treasuryKey,
		...(directory === undefined ? {} : { directory }),
	})
}

function header(discriminator: number): Header {
	return { networkId, startEpoch: 2, endEpoch: 100, intentDiscriminator: String(discriminator) }
}

function payOneself(ledger: Ledger, amount: number): string {
	return `CALL_METHOD Address("${account}") "lock_fee" Decimal("10");
		CALL_METHOD Address("${account}") "withdraw" Address("${ledger.info().xrd}") Decimal("${amount}");
		CALL_METHOD Address("${account}") "deposit_batch" Expression("ENTIRE_WORKTOP");`
}

function transaction(ledger: Ledger, number: number): string {
	const { signedTransactionIntent, hashToSign } = prepareTransaction({
		manifest: payOneself(ledger, number),
		header: header(number),
		notary: treasuryKey,
		children: [],
	})
	return notarize({ signedTransactionIntent, notarySignature: treasury.sign(hashToSign), networkId })
		.notarizedTransaction
}

const nothingAssumed = {
	useFreeCredit: false,
	assumeAllSignatureProofs: false,
	skipEpochCheck: false,
	disableAuth: false,
}

test('every error has a code', () => {
	assert.throws(() => hash('xyz'), { code: 'bad_hex' })
	assert.throws(() => hash('00'.repeat(1024 * 1024 + 1)), { code: 'too_large' })
	assert.throws(() => readAddress('account_sim1abc'), { code: 'bad_address' })
	assert.throws(() => readSignedPartialTransaction('4d', networkId), { code: 'bad_payload' })
	assert.throws(() => accountAddress(treasuryKey, 7), { code: 'wrong_network' })
	assert.throws(() => signatureAccessRule({ curve: 'Ed25519', publicKey: '00' }, networkId), { code: 'bad_signature' })
	const unknownCurve = { ...treasuryKey, curve: 'P256' as Curve }
	assert.throws(() => signatureAccessRule(unknownCurve, networkId), { code: 'bad_argument' })
	assert.throws(() => compileSubintent({ manifest: 'YIELD_TO_PARENT', header: header(1) }), { code: 'bad_manifest' })
})

test('a manifest that does not compile is refused with the position of the mistake', () => {
	const manifest = 'YIELD_TO_PARENT;\nTAKE_FROM_WORKTOP Adress("x");'
	assert.throws(() => compileSubintent({ manifest, header: header(1) }), /2 \| TAKE_FROM_WORKTOP Adress/)
})

test('a refused submission rejects with a code, and the ledger keeps working', async () => {
	const ledger = openLedger()
	await assert.rejects(ledger.submit('4d', genesisTimeMs), { code: 'bad_payload' })
	const whole = transaction(ledger, 1)
	const spoiled = whole.slice(0, -2) + (whole.endsWith('00') ? '01' : '00')
	await assert.rejects(ledger.submit(spoiled, genesisTimeMs), { code: 'invalid_transaction' })
	assert.equal(JSON.parse(await ledger.submit(whole, genesisTimeMs)).outcome, 'CommittedSuccess')
	ledger.close()
})

test('error: a closed ledger refuses every call, and what was under way when it closed is answered', async () => {
	const ledger = openLedger()
	const underWay = ledger.submit(transaction(ledger, 1), genesisTimeMs)
	ledger.close()
	assert.equal(JSON.parse(await underWay).outcome, 'CommittedSuccess')
	assert.throws(() => ledger.info(), { code: 'ledger_closed' })
	await assert.rejects(ledger.tick(genesisTimeMs), { code: 'ledger_closed' })
	ledger.close()
})

test('error: a directory whose ledger is open is refused', () => {
	const directory = temporaryDirectory()
	const ledger = openLedger(directory)
	assert.throws(() => openLedger(directory), { code: 'ledger_in_use' })
	ledger.close()
	openLedger(directory).close()
})

test('a preview sees every commit that was answered before it, and changes nothing', async () => {
	const ledger = openLedger(temporaryDirectory())
	const preview = compilePreview({
		manifest: payOneself(ledger, 1),
		header: header(0),
		children: [],
		signers: [treasuryKey],
	})
	const commits = Array.from({ length: 20 }, async (_, index) => {
		const { record } = JSON.parse(await ledger.submit(transaction(ledger, index + 1), genesisTimeMs))
		const { status, stateVersion } = JSON.parse(await ledger.preview(preview, nothingAssumed, genesisTimeMs))
		assert.equal(status, 'Success')
		assert.ok(stateVersion >= record.stateVersion)
	})
	await Promise.all(commits)
	assert.equal(ledger.info().stateVersion, 21)
	ledger.close()
})

test('a preview runs at the time that is passed', async () => {
	const ledger = openLedger()
	const expiryS = genesisTimeMs / 1000 + 10
	const preview = compilePreview({
		manifest: payOneself(ledger, 1),
		header: { ...header(1), maxTimestampS: expiryS },
		children: [],
		signers: [treasuryKey],
	})
	const at = async (nowMs: number) => JSON.parse(await ledger.preview(preview, nothingAssumed, nowMs))
	assert.equal((await at(expiryS * 1000 - 1)).status, 'Success')
	const expired = await at(expiryS * 1000)
	assert.equal(expired.status, 'Rejected')
	assert.match(expired.errorMessage, /TransactionProposerTimestampNoLongerValid/)
	ledger.close()
})
