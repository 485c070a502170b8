import { type OrderToSign, UnsignableError } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import type { ActiveAccount } from '../account/account.tsx'
import type { Waiting } from '../wallet/wallet.ts'
import { catching } from './caught-error.ts'
import { clockProblem } from './clock-problem.ts'
import { codec } from './codec.ts'
import { PageError } from './page-error.ts'

/** What to sign, and with which account. */
export type SignRequest = {
	readonly dex: DexClient
	readonly account: ActiveAccount
	readonly terms: OrderToSign
	readonly networkId: number
	readonly expiresInSeconds: number
	/** How to wait for a wallet's answer. */
	readonly waiting?: Waiting
}

/** An order ready to submit. Submitting it again returns the same response. */
export type SignedOrder = {
	readonly signedPartialTransaction: string
	readonly subintentId: string
	readonly expiresAtS: number
}

/**
 * Signs the order. What a wallet signs is composed here from the terms, and its answer is compared with them before it
 * is used. A play account signs a hash that is computed here, over bytes that match the terms exactly.
 * @throws TradeError, ConnectionError, CaughtError if the bytes do not match the terms, Error when the user declines
 */
export function signOrder(request: SignRequest): Promise<SignedOrder> {
	const { account } = request
	return account.kind === 'wallet' ? signWithWallet(request, account) : signWithPlayKey(request, account)
}

async function signWithWallet(request: SignRequest, account: ActiveAccount & { kind: 'wallet' }): Promise<SignedOrder> {
	const { terms, networkId, expiresInSeconds, waiting } = request
	const { checkSigned, manifestToSign } = await codec()
	const manifest = manifestToSign(terms, networkId)
	const signedPartialTransaction = await account.wallet.sign({ manifest, expiresInSeconds }, waiting)
	try {
		return { signedPartialTransaction, ...checkSigned(signedPartialTransaction, terms, networkId) }
	} catch (cause) {
		throw new PageError('The wallet returned something other than the order that it was asked to sign.', { cause })
	}
}

async function signWithPlayKey(request: SignRequest, { play }: ActiveAccount & { kind: 'play' }): Promise<SignedOrder> {
	const { dex, terms, networkId, expiresInSeconds } = request
	const { attachSignatures, checkSubintent, manifestToSign } = await codec()
	const manifest = manifestToSign(terms, networkId)
	const { subintent } = await dex.createSubintent({ manifest, expiresInSeconds })
	const context = { networkId, nowMs: Date.now(), expiresInSeconds, clockDifferenceS }
	const { subintentHash, expiresAtS } = await catching(
		() => subintent,
		() => namingClock(dex, () => checkSubintent(subintent, terms, context)),
	)
	return { ...attachSignatures({ subintent, signatures: [await play.sign(subintentHash)], networkId }), expiresAtS }
}

// The clocks of the service and of this machine may differ slightly.
const clockDifferenceS = 30

/** @throws PageError in place of an error about the validity, if this device's clock is off; else the error */
async function namingClock<T>(dex: DexClient, check: () => T): Promise<T> {
	try {
		return check()
	} catch (error) {
		if (!(error instanceof UnsignableError) || error.reason !== 'header') throw error
		throw (await clockProblem(dex, { maxS: clockDifferenceS }).catch(() => undefined)) ?? error
	}
}
