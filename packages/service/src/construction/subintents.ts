import {
	attachSignatures,
	createSubintent,
	intentHeader,
	readSignedPartialTransaction,
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
	TradeError,
} from '@accord/protocol'
import type { LedgerReads } from '../gateway/ledger-reads.ts'
import { describeExpiry, type ExpiryBounds, orderExpiry } from '../intents/deadlines.ts'
import { decodeOr } from '../intents/read-intent.ts'
import type { Market } from '../market/market.ts'
import { type WorkThreads, work } from '../threads/work-threads.ts'

// An epoch lasts minutes, so an intent that lives at most 60 s needs only the current epoch and the next.
const epochs = 2

export type CreateDeps = {
	readonly market: Pick<Market, 'networkId'>
	readonly clock: Clock
	readonly ledger: Pick<LedgerReads, 'recentState'>
	readonly threads: Pick<WorkThreads, 'run'>
}

/**
 * POST /construction/create_subintent: the manifest with a header that the service accepts, and the hash to sign.
 * @throws TradeError `invalid_expiry`, `invalid_manifest`, `invalid_subintent`, `ledger_unavailable`, `busy`
 */
export function createOrderSubintent(
	deps: CreateDeps,
	request: SubintentRequest,
	client = '',
): Promise<CreatedSubintent> {
	const nowMs = deps.clock.nowMs()
	const defaultS = Math.floor(nowMs / 1000) + defaultExpiresInSeconds
	return createSubintentWithin(deps, { ...request, nowMs, expiry: { ...orderExpiry(nowMs), defaultS } }, client)
}

/** When an intent may expire, and when it expires by default, in seconds since 1970. */
type IntentExpiry = ExpiryBounds & { readonly defaultS: number }

/** The expiry for an intent of any kind. */
export async function createSubintentWithin(
	{ market: { networkId }, ledger, threads }: CreateDeps,
	{ nowMs, expiry, ...request }: SubintentRequest & { readonly nowMs: number; readonly expiry: IntentExpiry },
	client: string,
): Promise<CreatedSubintent> {
	const { manifest, message, intentDiscriminator: discriminator, expiresInSeconds } = request
	const inSeconds = expiresInSeconds === undefined ? undefined : Math.floor(nowMs / 1000) + expiresInSeconds
	const expiresAtS = request.expiresAtS ?? inSeconds ?? expiry.defaultS
	requireExpiry(request, { expiresAtS, bounds: expiry, nowS: Math.floor(nowMs / 1000) })
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

/**
 * Refuses early what would be refused on submission.
 * @throws TradeError `invalid_expiry`
 */
function requireExpiry(
	request: SubintentRequest,
	{ expiresAtS, bounds, nowS }: { expiresAtS: number; bounds: ExpiryBounds; nowS: number },
): void {
	const { minS, maxS } = bounds
	if (expiresAtS >= minS && expiresAtS <= maxS) return
	const inSeconds = { expected: `${minS - nowS} to ${maxS - nowS} seconds`, found: String(expiresAtS - nowS) }
	const at = {
		expected: `a time from ${minS} to ${maxS}, in seconds since 1970`,
		found: describeExpiry(expiresAtS, bounds),
	}
	const item =
		request.expiresAtS === undefined
			? { pointer: '/expires_in_seconds', ...inSeconds }
			: { pointer: '/expires_at', ...at }
	throw TradeError.fromViolations([{ code: 'invalid_expiry', item }])
}

/** @throws TradeError `invalid_manifest`, `invalid_subintent` */
export function compile(draft: Parameters<typeof createSubintent>[0]): Subintent {
	return decodeOr('invalid_subintent', () => createSubintent(draft))
}

const compileWork = work(import.meta.url, compile)

type SignDeps = { readonly market: Pick<Market, 'networkId'>; readonly threads: Pick<WorkThreads, 'run'> }

/**
 * POST /construction/sign: attaches signatures to a subintent; each must verify against its hash, and come from a
 * different key.
 * @throws TradeError `invalid_signature`, `invalid_subintent`, `wrong_network`, `busy`
 */
export async function signOrderSubintent(
	{ market: { networkId }, threads }: SignDeps,
	{ subintent, signatures }: SigningRequest,
	client = '',
): Promise<SignedSubintent> {
	requireOtherKeys(signatures)
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
	const signed = decodeOr('invalid_subintent', () => attachSignatures(signing))
	// The keys of signatures that were sent without one are known only now; the ledger accepts one signature per key.
	if (signing.signatures.length > 1) {
		const { signedPartialTransaction } = signed
		decodeOr('invalid_signature', () => readSignedPartialTransaction(signedPartialTransaction, signing.networkId))
	}
	return signed
}

/** @throws TradeError `invalid_signature` if two signatures are the same or name the same key */
function requireOtherKeys(signatures: readonly SubintentSignature[]): void {
	const keys = signatures.map(({ publicKey, signature }) => (publicKey ?? signature).toLowerCase())
	const again = keys.findIndex((key, at) => keys.indexOf(key) < at)
	if (again < 0) return
	const found = `the key of /signatures/${keys.indexOf(keys[again] ?? '')} again`
	const item = { pointer: `/signatures/${again}`, expected: 'one signature of each key', found }
	throw TradeError.fromViolations([{ code: 'invalid_signature', item }])
}

const attachWork = work(import.meta.url, attach)

function inLowerCase({ curve, publicKey, signature }: SubintentSignature): Signature {
	const key = publicKey === undefined ? {} : { publicKey: publicKey.toLowerCase() }
	return { curve, signature: signature.toLowerCase(), ...key }
}
