import {
	attachSignatures,
	createSubintent,
	type GatewayClient,
	intentHeader,
	type Signature,
	type ValidityWindow,
} from '@accord/ledger'
import {
	type Clock,
	type CreatedSubintentWire,
	type CreateSubintentWire,
	defaultExpiresInSeconds,
	type SignatureWire,
	type SignedWire,
	type signWire,
} from '@accord/protocol'
import type { z } from 'zod'
import { callGateway } from '../gateway/call-gateway.ts'
import { toDecodeError } from '../intents/read-intent.ts'

// An epoch lasts minutes, so an intent that lives at most 60 s needs only this epoch and the next.
const epochs = 2

type CreateDeps = {
	readonly networkId: number
	readonly clock: Clock
	readonly gateway: Pick<GatewayClient, 'ledgerState'>
}

/**
 * POST /construction/create_subintent: the manifest with a header that the service accepts, and the hash to sign.
 * @throws TradeError `invalid_manifest`, `invalid_subintent`, `ledger_unavailable`
 */
export async function createOrderSubintent(deps: CreateDeps, body: CreateSubintentWire): Promise<CreatedSubintentWire> {
	const expiresAtS =
		body.expires_at ?? Math.floor(deps.clock.nowMs() / 1000) + (body.expires_in_seconds ?? defaultExpiresInSeconds)
	const { epoch } = await callGateway(() => deps.gateway.ledgerState())
	const window = { startEpoch: epoch, endEpoch: epoch + epochs, maxTimestampS: expiresAtS }
	const { subintent, subintentHash, subintentId } = compile(deps.networkId, window, body)
	return { subintent, subintent_hash: subintentHash, subintent_id: subintentId, expires_at: expiresAtS }
}

function compile(networkId: number, window: ValidityWindow, body: CreateSubintentWire) {
	const header = intentHeader({ networkId, window, discriminator: body.intent_discriminator })
	try {
		return createSubintent({ manifest: body.manifest, header, message: body.message })
	} catch (cause) {
		throw toDecodeError(cause, 'invalid_subintent')
	}
}

/**
 * POST /construction/sign: attaches signatures to a subintent; each must verify against its hash.
 * @throws TradeError `invalid_signature`, `invalid_subintent`, `wrong_network`
 */
export function signOrderSubintent({ networkId }: { networkId: number }, body: z.output<typeof signWire>): SignedWire {
	const signatures = body.signatures ?? (body.signature === undefined ? [] : [body.signature])
	try {
		const signed = attachSignatures({
			subintent: body.subintent.toLowerCase(),
			signatures: signatures.map(readSignature),
			children: [],
			networkId,
		})
		return { signed_partial_transaction: signed.signedPartialTransaction, subintent_id: signed.subintentId }
	} catch (cause) {
		throw toDecodeError(cause, 'invalid_subintent')
	}
}

function readSignature({ curve, public_key, signature }: SignatureWire): Signature {
	const publicKey = public_key === undefined ? {} : { publicKey: public_key.toLowerCase() }
	return { curve, signature: signature.toLowerCase(), ...publicKey }
}
