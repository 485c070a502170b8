import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { accountAddress, compilePreview, type Header, notarize, prepareTransaction } from '../codec.ts'
import { keyPairFromPrivateKey } from '../keys/key-pair.ts'
import { Ledger } from './ledger.ts'

const networkId = 242
export const genesisTimeMs = 1_800_000_000_000
const treasury = keyPairFromPrivateKey({ curve: 'Ed25519', privateKeyHex: '01'.repeat(32) })
const treasuryKey = { curve: treasury.curve, publicKey: treasury.publicKey }
/** The treasury's account. */
export const account = accountAddress(treasuryKey, networkId)
const xrd = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'

const directories: string[] = []
after(() => {
	for (const directory of directories) rmSync(directory, { recursive: true })
})

/** A directory that is removed after the tests. */
export function temporaryDirectory(): string {
	const directory = mkdtempSync(join(tmpdir(), 'accord-engine-'))
	directories.push(directory)
	return directory
}

export const optionsOf = (directory?: string, network = networkId) => ({
	networkId: network,
	genesisTimeMs,
	treasury: treasuryKey,
	...(directory === undefined ? {} : { directory }),
})

export const openLedger = (directory?: string, network?: number): Ledger => new Ledger(optionsOf(directory, network))

/** A notarized transaction, different for each number: the treasury pays itself. */
export function transaction(number: number): string {
	const { signedTransactionIntent, hashToSign } = prepareTransaction({
		manifest: payOneself(number),
		header: header(number),
		notary: treasuryKey,
		children: [],
	})
	return notarize({ signedTransactionIntent, notarySignature: treasury.sign(hashToSign), networkId })
		.notarizedTransaction
}

/** A preview of such a transaction. */
export function compiledPreview(more: Partial<Header> = {}): string {
	return compilePreview({
		manifest: payOneself(1),
		header: { ...header(0), ...more },
		children: [],
		signers: [treasuryKey],
	})
}

export const nothingAssumed = {
	useFreeCredit: false,
	assumeAllSignatureProofs: false,
	skipEpochCheck: false,
	disableAuth: false,
}

/**
 * Loses the next answer of a program that contains `part`, after the work is done, as if the stack overflowed while the
 * answer was being read.
 */
export function loseAnswer(t: TestContext, part = ''): void {
	const { decode } = TextDecoder.prototype
	type Decoder = InstanceType<typeof TextDecoder>
	const { mock } = t.mock.method(
		TextDecoder.prototype,
		'decode',
		function (this: Decoder, ...given: Parameters<typeof decode>) {
			const text = decode.apply(this, given)
			if (!text.includes(part)) return text
			mock.restore()
			throw new RangeError('Maximum call stack size exceeded')
		},
	)
}

function header(discriminator: number): Header {
	return { networkId, startEpoch: 2, endEpoch: 100, intentDiscriminator: String(discriminator) }
}

function payOneself(amount: number): string {
	return `CALL_METHOD Address("${account}") "lock_fee" Decimal("10");
		CALL_METHOD Address("${account}") "withdraw" Address("${xrd}") Decimal("${amount}");
		CALL_METHOD Address("${account}") "deposit_batch" Expression("ENTIRE_WORKTOP");`
}
