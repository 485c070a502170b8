import { hash, type PublicKey, readSignedPartialTransaction, type Signature, signerOf } from '@accord/ledger'
import { type Clock, cancelMessage, type OrderState, type RolaProof, TradeError } from '@accord/protocol'
import { type EndOrderDeps, endUnpublished } from './end-order.ts'

// The guarantee: only a signer of an order can cancel it, and only until it is published; once a cancellation is answered
// with success, the order is never published.

export type CancelOrderDeps = EndOrderDeps & { readonly clock: Clock; readonly networkId: number }

export type CancelOrder = {
	readonly subintentId: string
	readonly signature: Signature
	/** What a wallet's proof of ownership was made for. */
	readonly rola?: RolaProof | undefined
}

/**
 * Cancels an order that is not published (decision 19); repeating it changes nothing.
 * @throws TradeError `unknown_order`, `invalid_signature`, `not_account_owner`, `order_not_cancellable`, `order_not_open`
 */
export async function cancelOrder(deps: CancelOrderDeps, { subintentId, signature, rola }: CancelOrder): Promise<void> {
	const order = await readOrder(deps, subintentId)
	requireSigner(deps, { order, signature, messageHash: cancelHash(subintentId, rola) })
	const orderHashes = [order.hash]
	const nowMs = deps.clock.nowMs()
	await endUnpublished(deps, { orderHashes, state: 'cancelled', nowMs, stillDue: async () => orderHashes })
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

type CancelledOrder = { hash: string; state: OrderState; expiresAtS: number; signedPartialTransaction: string }

async function readOrder({ db }: CancelOrderDeps, subintentId: string): Promise<CancelledOrder> {
	const row = await db
		.selectFrom('order')
		.select(['subintent_hash', 'state', 'expires_at_s', 'signed_partial_transaction'])
		.where('subintent_id', '=', subintentId)
		.executeTakeFirst()
	if (row === undefined) throw new TradeError('unknown_order', 'there is no order with this subintent id')
	return {
		hash: row.subintent_hash,
		state: row.state,
		expiresAtS: Number(row.expires_at_s),
		signedPartialTransaction: row.signed_partial_transaction,
	}
}

type SignedCancellation = {
	readonly order: CancelledOrder
	readonly signature: Signature
	readonly messageHash: string
}

function requireSigner({ networkId }: CancelOrderDeps, { order, signature, messageHash }: SignedCancellation): void {
	const signer = signerOf(signature, messageHash)
	if (signer === undefined) {
		throw new TradeError('invalid_signature', `the signature does not verify over ${messageHash}, the hash to sign`)
	}
	const { signers } = readSignedPartialTransaction(order.signedPartialTransaction, networkId)
	if (signers.some(key => isSameKey(key, signer))) return
	throw new TradeError('not_account_owner', 'the key is not one of those that signed the order')
}

function isSameKey(a: PublicKey, b: PublicKey): boolean {
	return a.curve === b.curve && a.publicKey === b.publicKey
}
