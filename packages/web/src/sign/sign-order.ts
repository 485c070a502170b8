import type { OrderToSign } from '@accord/codec'
import type { DexClient } from '@accord/sdk'
import type { ActiveAccount } from '../account/account.tsx'
import type { Waiting } from '../wallet/wallet.ts'
import { codec } from './codec.ts'
import { PageError } from './page-error.ts'

/** What to sign, and with which account. */
export type SignRequest = {
	readonly dex: DexClient
	readonly account: ActiveAccount
	readonly manifest: string
	readonly terms: OrderToSign
	readonly networkId: number
	readonly expiresInSeconds: number
	/** How to wait for a wallet's answer. */
	readonly waiting?: Waiting
}

/** An order ready to submit. Submitting it again returns the same response. */
export type SignedOrder = { readonly signedPartialTransaction: string; readonly subintentId: string }

/**
 * Signs the order. A wallet shows and checks what it signs. For a play account the page does: it compares every byte with
 * the terms and computes the hash that it signs.
 * @throws TradeError, ConnectionError, Error when the user declines or the subintent does not match the terms
 */
export function signOrder(request: SignRequest): Promise<SignedOrder> {
	const { account } = request
	return account.kind === 'wallet' ? signWithWallet(request, account) : signWithPlayKey(request, account)
}

async function signWithWallet(request: SignRequest, account: ActiveAccount & { kind: 'wallet' }): Promise<SignedOrder> {
	const { manifest, networkId, expiresInSeconds, waiting } = request
	const { readSignedPartialTransaction } = await codec()
	const signedPartialTransaction = await account.wallet.sign({ manifest, expiresInSeconds }, waiting)
	try {
		const { subintentId } = readSignedPartialTransaction(signedPartialTransaction, networkId)
		return { signedPartialTransaction, subintentId }
	} catch (cause) {
		throw new PageError('The wallet returned something other than a signed order.', { cause })
	}
}

async function signWithPlayKey(request: SignRequest, { play }: ActiveAccount & { kind: 'play' }): Promise<SignedOrder> {
	const { dex, manifest, terms, networkId, expiresInSeconds } = request
	const [{ attachSignatures, checkSubintent }, { subintent }, { epoch }] = await Promise.all([
		codec(),
		dex.createSubintent({ manifest, expiresInSeconds }),
		dex.networkStatus(),
	])
	const context = { networkId, epoch, nowMs: Date.now(), expiresInSeconds, clockDifferenceS }
	const { subintentHash } = checkSubintent(subintent, terms, context)
	return attachSignatures({ subintent, signatures: [await play.sign(subintentHash)], networkId })
}

// The clocks of the service and of this machine may differ a little.
const clockDifferenceS = 30
