import { hash, type PublicKey, signerOf } from '@accord/ledger'
import {
	type CancellationSignature,
	cancelMessage,
	type OrderState,
	type RolaProof,
	TradeError,
} from '@accord/protocol'
import { signedBytesOf } from '../bundles/packed-items.ts'
import { signedPartialWork } from '../intents/read-intent.ts'
import { orderHasId } from '../intents/subintent-hash.ts'
import { unknownOrder } from '../orders/unknown-order.ts'
import type { Platform } from '../platform/platform.ts'
import { endUnpublished } from './end-order.ts'

// The guarantee: only a signer that can withdraw from its account can cancel an order, and only until it is published; once a
// cancellation is answered with success, the order is never published.

type CancelOrderDeps = Pick<Platform, 'db' | 'bus' | 'clock' | 'market' | 'threads'>

export type CancelOrder = {
	readonly subintentId: string
	readonly signatures: readonly CancellationSignature[]
}

/**
 * Cancels an order that is not published (decision 19); repeating it changes nothing.
 * @throws TradeError `unknown_order`, `invalid_signature`, `not_account_owner`, `order_not_cancellable`,
 * `order_not_open`
 */
export async function cancelOrder(deps: CancelOrderDeps, { subintentId, signatures }: CancelOrder): Promise<void> {
	const order = await readOrder(deps, subintentId)
	const keys = signatures.map(signature => signingKey(signature, cancelHash(subintentId, signature.rola)))
	await requireOwner(deps, { order, keys })
	const orderHashes = [order.hash]
	const nowMs = deps.clock.nowMs()
	await endUnpublished(deps, {
		database: deps.db.requests,
		orderHashes,
		state: 'cancelled',
		nowMs,
		stillDue: async () => orderHashes,
	})
	const { state, expiresAtS } = await readOrder(deps, subintentId)
	if (state === 'cancelled') return
	if (state !== 'published') throw new TradeError('order_not_open', `the order is ${state}`)
	const detail = `the order has been published and may settle until ${expiresAtS}`
	throw new TradeError('order_not_cancellable', detail, { extra: { expires_at: expiresAtS } })
}

/** The hash to sign to cancel an order (hex): of the message or, for a proof of ownership, of everything that it covers. */
export function cancelHash(subintentId: string, rola: RolaProof | undefined): string {
	const challenge = hash(Buffer.from(cancelMessage(subintentId)).toString('hex'))
	if (rola === undefined) return challenge
	const dapp = Buffer.from(rola.dappDefinitionAddress)
	const parts = [
		Buffer.from('R'),
		Buffer.from(challenge, 'hex'),
		Buffer.of(dapp.length),
		dapp,
		Buffer.from(rola.origin),
	]
	return hash(Buffer.concat(parts).toString('hex'))
}

type CancelledOrder = {
	hash: string
	account: string
	state: OrderState
	expiresAtS: number
	signedPartialTransaction: string
}

async function readOrder({ db }: CancelOrderDeps, subintentId: string): Promise<CancelledOrder> {
	const row = await db.requests
		.selectFrom('order')
		.leftJoin('bundle', 'bundle.order_hash', 'order.subintent_hash')
		.select(['subintent_hash', 'subintent_id', 'account', 'state', 'order.expires_at_s', 'signed_partial_transaction'])
		.select(['packed_bytes', 'subintent_ids'])
		.where(orderHasId(subintentId))
		.executeTakeFirst()
	if (row === undefined) throw unknownOrder(subintentId)
	return {
		hash: row.subintent_hash,
		account: row.account,
		state: row.state,
		expiresAtS: Number(row.expires_at_s),
		signedPartialTransaction: signedBytesOf(row),
	}
}

function signingKey(signature: CancellationSignature, messageHash: string): PublicKey {
	const signer = signerOf(signature, messageHash)
	if (signer !== undefined) return signer
	throw new TradeError('invalid_signature', `the signature does not verify over ${messageHash}, the hash to sign`)
}

/** A cosigner of an order must not cancel it without its owner. */
async function requireOwner(
	{ market: { networkId }, threads }: CancelOrderDeps,
	{ order, keys }: { order: CancelledOrder; keys: readonly PublicKey[] },
): Promise<void> {
	const { hash, account, signedPartialTransaction } = order
	const { signers, signerAccounts } = await threads.run(
		hash,
		signedPartialWork,
		{ networkId },
		signedPartialTransaction,
	)
	const hasSigned = (signer: PublicKey) => keys.some(key => isSameKey(key, signer))
	const owner = signers[signerAccounts.indexOf(account)]
	if (owner === undefined ? signers.every(hasSigned) : hasSigned(owner)) return
	const expected = owner === undefined ? 'all keys that signed the order' : `the key of ${account}`
	throw new TradeError('not_account_owner', `only ${expected} can cancel it`)
}

function isSameKey(a: PublicKey, b: PublicKey): boolean {
	return a.curve === b.curve && a.publicKey === b.publicKey
}
