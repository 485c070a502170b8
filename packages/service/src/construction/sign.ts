import { attachSignatures, type Signature } from '@accord/ledger'
import type { SignatureWire, SignedWire, signWire } from '@accord/protocol'
import type { z } from 'zod'
import { refuseBytes } from '../orders/refuse-bytes.ts'

/**
 * POST /construction/sign: puts signatures to a subintent, each of which must verify over its hash.
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
		throw refuseBytes(cause, 'invalid_subintent')
	}
}

function readSignature({ curve, public_key, signature }: SignatureWire): Signature {
	const publicKey = public_key === undefined ? {} : { publicKey: public_key.toLowerCase() }
	return { curve, signature: signature.toLowerCase(), ...publicKey }
}
