import type { DexClient } from '@accord/sdk'
import type { ActiveAccount } from '../account/account.tsx'
import { checkSubintent } from './check-subintent.ts'
import type { ManifestTerms } from './limit-order-bytes.ts'

/** What is signed, and by whom. */
export type SignRequest = {
	readonly dex: DexClient
	readonly account: ActiveAccount
	readonly manifest: string
	readonly terms: ManifestTerms
	readonly networkId: number
	readonly expiresInSeconds: number
}

/** An order that only has to be handed in; the same one again gets the same answer. */
export type SignedOrder = { readonly signedPartialTransaction: string; readonly subintentId: string }

/**
 * Has the order signed. A wallet shows and checks what it signs by itself. For a play account the page does: every byte is
 * compared with the terms, and the hash that is signed is computed here.
 * @throws TradeError, ConnectionError, Error when the user declines or the service asks for something else
 */
export function signOrder(request: SignRequest): Promise<SignedOrder> {
	const { account } = request
	return account.kind === 'wallet' ? signInWallet(request, account) : signInPage(request, account)
}

async function signInWallet(request: SignRequest, account: ActiveAccount & { kind: 'wallet' }): Promise<SignedOrder> {
	const { dex, manifest, expiresInSeconds } = request
	const signedPartialTransaction = await account.wallet.sign({ manifest, expiresInSeconds })
	const { subintent_id: subintentId } = await dex.parse({ signed_partial_transaction: signedPartialTransaction })
	if (subintentId === undefined) throw new Error('The wallet answered something that is no signed order.')
	return { signedPartialTransaction, subintentId }
}

async function signInPage(request: SignRequest, { play }: ActiveAccount & { kind: 'play' }): Promise<SignedOrder> {
	const { dex, manifest, terms, networkId, expiresInSeconds } = request
	const [{ subintent }, { cur_epoch: epoch }] = await Promise.all([
		dex.createSubintent({ manifest, expiresInSeconds }),
		dex.networkStatus(),
	])
	const context = { networkId, epoch, nowMs: Date.now(), expiresInSeconds }
	const { hashHex, subintentId } = checkSubintent(subintent, terms, context)
	const signedPartialTransaction = await dex.sign({ subintent, signatures: [play.sign(hashHex)] })
	return { signedPartialTransaction, subintentId }
}
