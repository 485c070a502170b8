import { createSubintent, intentHeader, type KeyPair, manifestToSign, signSubintent } from '@accord/ledger'
import { type OrderToSign, type SignerTerms, TradeError } from '@accord/protocol'

// The service takes a fill for 3 s, and it must live at least 10 s from receipt: so none that arrives in time is refused
// for its expiry. A longer lifetime would be worse, because a fill can be settled without its order until it expires.
export const fillLifetimeS = 13
/** Ledger time may lag, so a promise outlives its fill. */
export const promiseLifetimeS = fillLifetimeS + 30

/** The values that all fills of one maker are signed with. */
export type SigningContext = {
	readonly account: string
	readonly keyPair: KeyPair
	readonly networkId: number
	/** The maker's own knowledge of the tokens, the fees and the service's key. */
	readonly signerTerms: SignerTerms
}

/**
 * Signs a fill; returns its bytes in hex. The manifest is composed here, from what the maker decided and knows, so it
 * never signs anything that others composed.
 */
export function signFill(
	order: OrderToSign,
	{ keyPair, networkId }: Pick<SigningContext, 'keyPair' | 'networkId'>,
	{
		epoch,
		expiresAtS,
		prefix = [],
	}: { readonly epoch: number; readonly expiresAtS: number; readonly prefix?: string[] },
): string {
	const manifest = [...prefix, manifestToSign(order, networkId)].join('\n')
	const window = { startEpoch: epoch, endEpoch: epoch + 2, maxTimestampS: expiresAtS }
	const subintent = createSubintent({ manifest, header: intentHeader({ networkId, window }) })
	return signSubintent({ subintent, keyPairs: [keyPair], networkId }).signedPartialTransaction
}

/**
 * Whether the service certainly did not take a fill. If the connection was lost, it may have, so the promise stands until
 * the fill expires.
 */
export function isFillRefused(error: unknown): boolean {
	return error instanceof TradeError && error.code !== 'connection_closed' && error.code !== 'request_timeout'
}
