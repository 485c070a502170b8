import {
	attachSignatures,
	createSubintent,
	intentHeader,
	type Signature,
	type SignedPartialTransaction,
	type Subintent,
} from '@accord/ledger'
import {
	type Clock,
	type CreatedSubintent,
	defaultExpiresInSeconds,
	type SignedSubintent,
	type SigningRequest,
	type SubintentRequest,
	type SubintentSignature,
} from '@accord/protocol'
import type { LedgerReads } from '../gateway/ledger-reads.ts'
import { decodeOr } from '../intents/read-intent.ts'
import { work } from '../threads/work.ts'
import type { WorkThreads } from '../threads/work-threads.ts'

// An epoch lasts minutes, so an intent that lives at most 60 s needs only this epoch and the next.
const epochs = 2

type CreateDeps = {
	readonly networkId: number
	readonly clock: Clock
	readonly ledger: Pick<LedgerReads, 'recentState'>
	readonly threads: Pick<WorkThreads, 'run'>
}

/**
 * POST /construction/create_subintent: the manifest with a header that the service accepts, and the hash to sign.
 * @throws TradeError `invalid_manifest`, `invalid_subintent`, `ledger_unavailable`, `busy`
 */
export async function createOrderSubintent(
	{ networkId, clock, ledger, threads }: CreateDeps,
	request: SubintentRequest,
	client = '',
): Promise<CreatedSubintent> {
	const { manifest, message, intentDiscriminator: discriminator } = request
	const { expiresInSeconds = defaultExpiresInSeconds } = request
	const expiresAtS = request.expiresAtS ?? Math.floor(clock.nowMs() / 1000) + expiresInSeconds
	const { epoch } = await ledger.recentState()
	const window = { startEpoch: epoch, endEpoch: epoch + epochs, maxTimestampS: expiresAtS }
	const header = intentHeader({ networkId, window, discriminator })
	const { subintent, subintentHash, subintentId } = await threads.run(client, compileWork, {
		manifest,
		header,
		message,
	})
	return { subintent, subintentHash, subintentId, expiresAtS }
}

/** @throws TradeError `invalid_manifest`, `invalid_subintent` */
export function compile(draft: Parameters<typeof createSubintent>[0]): Subintent {
	return decodeOr('invalid_subintent', () => createSubintent(draft))
}

const compileWork = work(import.meta.url, compile)

type SignDeps = { readonly networkId: number; readonly threads: Pick<WorkThreads, 'run'> }

/**
 * POST /construction/sign: attaches signatures to a subintent; each must verify against its hash.
 * @throws TradeError `invalid_signature`, `invalid_subintent`, `wrong_network`, `busy`
 */
export async function signOrderSubintent(
	{ networkId, threads }: SignDeps,
	{ subintent, signatures }: SigningRequest,
	client = '',
): Promise<SignedSubintent> {
	const { signedPartialTransaction, subintentId } = await threads.run(client, attachWork, {
		subintent: subintent.toLowerCase(),
		signatures: signatures.map(inLowerCase),
		children: [],
		networkId,
	})
	return { signedPartialTransaction, subintentId }
}

/** @throws TradeError `invalid_signature`, `invalid_subintent`, `wrong_network` */
export function attach(signing: Parameters<typeof attachSignatures>[0]): SignedPartialTransaction {
	return decodeOr('invalid_subintent', () => attachSignatures(signing))
}

const attachWork = work(import.meta.url, attach)

function inLowerCase({ curve, publicKey, signature }: SubintentSignature): Signature {
	const key = publicKey === undefined ? {} : { publicKey: publicKey.toLowerCase() }
	return { curve, signature: signature.toLowerCase(), ...key }
}
