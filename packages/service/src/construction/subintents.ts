import { attachSignatures, createSubintent, intentHeader, type Signature, type ValidityWindow } from '@accord/ledger'
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
import { toDecodeError } from '../intents/read-intent.ts'

// An epoch lasts minutes, so an intent that lives at most 60 s needs only this epoch and the next.
const epochs = 2

type CreateDeps = {
	readonly networkId: number
	readonly clock: Clock
	readonly ledger: Pick<LedgerReads, 'recentState'>
}

/**
 * POST /construction/create_subintent: the manifest with a header that the service accepts, and the hash to sign.
 * @throws TradeError `invalid_manifest`, `invalid_subintent`, `ledger_unavailable`
 */
export async function createOrderSubintent(deps: CreateDeps, request: SubintentRequest): Promise<CreatedSubintent> {
	const { expiresInSeconds = defaultExpiresInSeconds } = request
	const expiresAtS = request.expiresAtS ?? Math.floor(deps.clock.nowMs() / 1000) + expiresInSeconds
	const { epoch } = await deps.ledger.recentState()
	const window = { startEpoch: epoch, endEpoch: epoch + epochs, maxTimestampS: expiresAtS }
	const { subintent, subintentHash, subintentId } = compile(deps.networkId, window, request)
	return { subintent, subintentHash, subintentId, expiresAtS }
}

function compile(networkId: number, window: ValidityWindow, request: SubintentRequest) {
	const header = intentHeader({ networkId, window, discriminator: request.intentDiscriminator })
	try {
		return createSubintent({ manifest: request.manifest, header, message: request.message })
	} catch (cause) {
		throw toDecodeError(cause, 'invalid_subintent')
	}
}

/**
 * POST /construction/sign: attaches signatures to a subintent; each must verify against its hash.
 * @throws TradeError `invalid_signature`, `invalid_subintent`, `wrong_network`
 */
export function signOrderSubintent(
	{ networkId }: { networkId: number },
	{ subintent, signatures }: SigningRequest,
): SignedSubintent {
	try {
		const signed = attachSignatures({
			subintent: subintent.toLowerCase(),
			signatures: signatures.map(inLowerCase),
			children: [],
			networkId,
		})
		return { signedPartialTransaction: signed.signedPartialTransaction, subintentId: signed.subintentId }
	} catch (cause) {
		throw toDecodeError(cause, 'invalid_subintent')
	}
}

function inLowerCase({ curve, publicKey, signature }: SubintentSignature): Signature {
	const key = publicKey === undefined ? {} : { publicKey: publicKey.toLowerCase() }
	return { curve, signature: signature.toLowerCase(), ...key }
}
