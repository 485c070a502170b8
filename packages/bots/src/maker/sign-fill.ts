import { createSubintent, intentHeader, type KeyPair, signSubintent } from '@accord/ledger'
import { composeLimitOrderManifest, type Fee, type LimitOrder, type Token } from '@accord/protocol'

/** What every fill of one maker has in common. */
export type FillSigner = {
	account: string
	keyPair: KeyPair
	networkId: number
	tokens: ReadonlyMap<string, Token>
	/** The access rule of step 1 as manifest text. */
	verifyParentAccessRule: string
}

/** Makes and signs the subintent that fills an order: made here, from what the maker itself decided, so nothing foreign is signed. */
export function signFill(
	signer: FillSigner,
	fill: { order: LimitOrder; fee: Fee; epoch: number; expiresAtS: number },
): { signedPartialTransaction: string; subintentId: string } {
	const { account, keyPair, networkId, verifyParentAccessRule } = signer
	const resource = ({ symbol, amount }: LimitOrder['sell']) => {
		const token = signer.tokens.get(symbol)
		if (token === undefined) throw new Error(`${symbol} is no token of this network`)
		return { resource: token.resourceAddress, amount }
	}
	const manifest = composeLimitOrderManifest({
		account,
		sell: resource(fill.order.sell),
		buy: resource(fill.order.buy),
		fee: fill.fee,
		verifyParentAccessRule,
	})
	const window = { startEpoch: fill.epoch, endEpoch: fill.epoch + 2, maxTimestampS: fill.expiresAtS }
	const subintent = createSubintent({ manifest, header: intentHeader({ networkId, window }) })
	return signSubintent({ subintent, keyPairs: [keyPair], networkId })
}
