import { readSignedPartialTransaction, type SignedPartialInfo } from '@accord/ledger'
import { TradeError } from '@accord/protocol'
import { refuseBytes } from './refuse-bytes.ts'

export const signedPartialBytesMax = 64 * 1024

/**
 * Reads the bytes of a signed partial transaction: decoded, its signatures verified and statically validated, as the
 * ledger would. Nothing is said about who owns what, and a transaction without any signature passes.
 * @throws TradeError of the codes in {@link refuseBytes}, or `body_too_large`
 */
export function readSignedPartial({ networkId }: { networkId: number }, hex: string): SignedPartialInfo {
	if (hex.length > 2 * signedPartialBytesMax) {
		throw new TradeError('body_too_large', `a signed partial transaction has at most ${signedPartialBytesMax} bytes`)
	}
	try {
		return readSignedPartialTransaction(hex.toLowerCase(), networkId)
	} catch (cause) {
		throw refuseBytes(cause, 'invalid_signed_partial_transaction')
	}
}
