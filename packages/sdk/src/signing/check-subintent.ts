import { type CheckedSubintent, loadCodec, type SigningContext } from '@accord/codec'
import {
	type Form,
	type OrderToSign,
	orderToSign,
	requireArguments,
	type SignerTerms,
	textForm,
	UnsignableError,
} from '@accord/protocol'
import type { BookQuote } from '../dex/quote.ts'
import type { SubintentToSign } from '../dex/trade.ts'

/** The signer's own knowledge, as far as a check must have it to begin. */
export const signerTermsForm: Form = {
	members: {
		networkId: { type: 'number', is: 'the number of a network' },
		tokens: { items: { members: { symbol: textForm('a token symbol') } } },
		verifyParentAccessRuleSborHex: textForm('hexadecimal text'),
	},
}
const sidesForm: Form = { members: { sell: { members: {} }, buy: { members: {} } } }
const proposedForm: Form = {
	members: {
		account: textForm('the address of an account'),
		bounds: { members: {} },
		quote: { members: { limitOrder: sidesForm, fee: { members: {} } } },
	},
}

/** The order that the service proposes for an account, and the bounds that the user set. */
export type Proposed = Pick<SubintentToSign, 'account' | 'bounds'> & {
	readonly quote: Pick<BookQuote, 'limitOrder' | 'fee'>
}

export type CheckOptions = Pick<SigningContext, 'epoch' | 'clockDifferenceS'> & { readonly nowMs?: number }

/**
 * Compares a subintent that the service made, byte for byte, with the swap that was requested and with what the signer
 * itself knows. Nothing that the service says is trusted. Sign the hash that this returns: it is computed from the
 * bytes. The codec is loaded on first use.
 * @throws UnsignableError naming the first difference, CodecError for bytes that are not a subintent
 */
export async function checkSubintent(
	toSign: SubintentToSign,
	terms: SignerTerms,
	{ nowMs = Date.now(), ...options }: CheckOptions = {},
): Promise<CheckedSubintent> {
	const order = toOrder(toSign, terms)
	const codec = await loadCodec()
	const { networkId } = terms
	const { expiresInSeconds } = toSign
	const checked = codec.checkSubintent(toSign.subintent, order, { networkId, nowMs, expiresInSeconds, ...options })
	expect('the hash', toSign.subintentHash.toLowerCase(), checked.subintentHash)
	expect('the id', toSign.subintentId, checked.subintentId)
	expect('the expiry', toSign.expiresAtS, checked.expiresAtS)
	return checked
}

/**
 * The manifest to give to a wallet, composed here from the signer's own knowledge, if the service's is the same.
 * @throws UnsignableError naming the first difference, CodecError for text that is not a manifest
 */
export async function checkManifest(
	toSign: Proposed & { readonly manifest: string },
	terms: SignerTerms,
): Promise<string> {
	const order = toOrder(toSign, terms)
	const { checkManifest: check, manifestToSign } = await loadCodec()
	check(toSign.manifest, order, terms.networkId)
	return manifestToSign(order, terms.networkId)
}

/**
 * The id of the order that a wallet has signed, if it is the one that it was asked to sign.
 * @throws UnsignableError naming the first difference, CodecError for other bytes
 */
export async function checkSigned(
	signedPartialTransaction: string,
	toSign: Proposed,
	terms: SignerTerms,
): Promise<string> {
	const order = toOrder(toSign, terms)
	const codec = await loadCodec()
	return codec.checkSigned(signedPartialTransaction, order, terms.networkId).subintentId
}

function toOrder(proposed: Proposed, terms: SignerTerms): OrderToSign {
	requireArguments('the check', { toSign: proposedForm, terms: signerTermsForm }, { toSign: proposed, terms })
	const { account, bounds, quote } = proposed
	const { limitOrder, fee } = quote
	return orderToSign({ account, limitOrder, fee }, terms, bounds)
}

function expect(what: string, found: unknown, wanted: unknown): void {
	if (found !== wanted)
		throw new UnsignableError('bytes', `${what} that the service says is ${String(found)}, not ${String(wanted)}`)
}
