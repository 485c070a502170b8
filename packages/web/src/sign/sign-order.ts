import type { DexClient } from '@accord/sdk'
import type { ActiveAccount } from '../account/account.tsx'
import { checkSubintent } from './check-subintent.ts'
import type { ManifestTerms } from './limit-order-bytes.ts'

/** What to sign, and with which account. */
export type SignRequest = {
	readonly dex: DexClient
	readonly account: ActiveAccount
	readonly manifest: string
	readonly terms: ManifestTerms
	readonly networkId: number
	readonly expiresInSeconds: number
}

/** An order ready to submit. Submitting it again returns the same response. */
export type SignedOrder = { readonly signedPartialTransaction: string; readonly subintentId: string }

/**
 * Signs the order. A wallet shows and checks what it signs. For a play account the page does: it compares every byte with the
 * terms and computes the hash that it signs.
 * @throws TradeError, ConnectionError, Error when the user declines or the subintent does not match the terms
 */
export function signOrder(request: SignRequest): Promise<SignedOrder> {
	const { account } = request
	return account.kind === 'wallet' ? signWithWallet(request, account) : signWithPlayKey(request, account)
}

async function signWithWallet(request: SignRequest, account: ActiveAccount & { kind: 'wallet' }): Promise<SignedOrder> {
	const { dex, manifest, expiresInSeconds } = request
	const signedPartialTransaction = await account.wallet.sign({ manifest, expiresInSeconds })
	const { subintentId } = await dex.parse({ signedPartialTransaction })
	if (subintentId === undefined) throw new Error('The wallet returned something other than a signed order.')
	return { signedPartialTransaction, subintentId }
}

async function signWithPlayKey(request: SignRequest, { play }: ActiveAccount & { kind: 'play' }): Promise<SignedOrder> {
	const { dex, manifest, terms, networkId, expiresInSeconds } = request
	const [{ subintent }, { epoch }] = await Promise.all([
		dex.createSubintent({ manifest, expiresInSeconds }),
		dex.networkStatus(),
	])
	const context = { networkId, epoch, nowMs: Date.now(), expiresInSeconds }
	const { hashHex, subintentId } = checkSubintent(subintent, terms, context)
	const signedPartialTransaction = await dex.sign({ subintent, signatures: [play.sign(hashHex)] })
	return { signedPartialTransaction, subintentId }
}
