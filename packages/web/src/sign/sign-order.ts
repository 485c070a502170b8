import type { DexClient } from '@accord/sdk'
import type { ActiveAccount } from '../account/account.tsx'
import { checkSubintent } from './check-subintent.ts'
import type { OrderTerms } from './limit-order-bytes.ts'

/** What is signed, and by whom. */
export type SignRequest = {
	readonly dex: DexClient
	readonly account: ActiveAccount
	readonly manifest: string
	readonly terms: OrderTerms
	readonly networkId: number
	readonly expiresInSeconds: number
	/** Told when the signature is there and the order is on its way. */
	readonly onSigned: () => void
}

/**
 * Has the order signed and hands it in; the answer is its subintent id. A wallet shows and checks what it signs by itself. For a
 * play account the page does: every byte is compared with the terms, and the hash that is signed is computed here.
 * @throws TradeError, ConnectionError, Error when the user declines or the service asks for something else
 */
export async function signOrder(request: SignRequest): Promise<string> {
	const { dex, account, manifest, expiresInSeconds, onSigned } = request
	const signed =
		account.kind === 'wallet'
			? await account.wallet.sign({ manifest, expiresInSeconds })
			: await signInPage(request, account)
	onSigned()
	return dex.submitOrder(signed)
}

async function signInPage(request: SignRequest, { play }: ActiveAccount & { kind: 'play' }): Promise<string> {
	const { dex, manifest, terms, networkId, expiresInSeconds } = request
	const [{ subintent }, { cur_epoch: epoch }] = await Promise.all([
		dex.createSubintent({ manifest, expiresInSeconds }),
		dex.networkStatus(),
	])
	const knowledge = { networkId, epoch, nowMs: Date.now(), expiresInSeconds }
	const { hashHex } = checkSubintent(subintent, terms, knowledge)
	return dex.sign({ subintent, signatures: [play.sign(hashHex)] })
}
