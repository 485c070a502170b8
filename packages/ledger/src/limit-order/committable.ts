import { CodecError } from '@accord/codec'
import { Decimal, signedPartialBytesMax } from '@accord/protocol'
import {
	attachSignatures,
	composeOuter,
	type Item,
	readTransaction,
	requireTerms,
	type SignedLimitOrder,
} from '../codec.ts'
import { keyPairFromPrivateKey } from '../keys/key-pair.ts'
import { type PreviewService, placeholderRebate } from './preview.ts'
import { composeRoot } from './signed-root.ts'

// The guarantee: an order or fill that passes here can be encoded in a solver's root, and the ledger's static validation
// accepts that root. A preview does not show this, because it is nested less deeply than a root.

type Unsigned = { readonly service: Pick<PreviewService, 'account'>; readonly networkId: number }

/**
 * Composes the service's outer and a notarized root around an order or fill, and validates them as the ledger would.
 * Only the root is signed, by a key for nothing else: who signed the others changes neither depth nor structure. How
 * many signatures and addresses fit into a whole bundle is limited where orders are read.
 * @throws CodecError if no root can contain the order
 */
export function requireCommittable({ order, service, networkId }: Unsigned & { order: SignedLimitOrder }): void {
	const item = unsignedItem(order, { service, networkId })
	requireRoomForSignatures(item.signedPartialTransaction, order.signers.length + 1)
	const { notarizedTransaction } = composeRoot({
		items: [item],
		solver: { account: service.account, keyPair: placeholderNotary },
		lockFeeXrd: Decimal.one,
		window: order.header,
		networkId,
	})
	readTransaction(notarizedTransaction, networkId)
}

const placeholderNotary = keyPairFromPrivateKey({ curve: 'Ed25519', privateKeyHex: '01'.repeat(32) })

/** The order in its outer, both without signatures. */
function unsignedItem(order: SignedLimitOrder, { service, networkId }: Unsigned): Item {
	const terms = requireTerms(order)
	const inner = attachSignatures({ subintent: order.rootSubintent, signatures: [], networkId })
	const outer = composeOuter({
		inner: order,
		sellResource: terms.sell.resource,
		platformFee: terms.fee.platformAmount,
		rebate: placeholderRebate(terms),
		serviceAccount: service.account,
		networkId,
	})
	const children = [inner.signedPartialTransaction]
	return {
		...attachSignatures({ subintent: outer.subintent, signatures: [], children, networkId }),
		innerId: order.subintentId,
		innerHash: order.subintentHash,
		window: order.header,
		terms,
		hasPrefix: order.reading.hasPrefix,
	}
}

/** A signature with its key, and how it is encoded. */
const signatureBytesMax = 104

/** Whether the item is still read as a signed partial transaction once everybody has signed. */
function requireRoomForSignatures(unsigned: string, signatures: number): void {
	const bytes = unsigned.length / 2 + signatures * signatureBytesMax
	if (bytes <= signedPartialBytesMax) return
	const detail = `${bytes} bytes in the service's outer; at most ${signedPartialBytesMax} are accepted`
	throw new CodecError('too_large', detail)
}
