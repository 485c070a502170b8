import { hkdfSync } from 'node:crypto'
import { type AccountOwner, accountAddress, keyPairFromPrivateKey, type PrivateKey } from '@accord/ledger'
import { Decimal, type ResourceAmount } from '@accord/protocol'

/**
 * The account to which a customer repays its loans on Radix, with its key: HKDF-SHA256 over the 32 bytes of the payback
 * key, salt `accord`, info `instamint-payback/<component>/<customer id>`, used as an Ed25519 key. So it depends neither
 * on the operator's key nor on stored data.
 */
export function paybackAccount(options: {
	readonly paybackKey: Pick<PrivateKey, 'privateKeyHex'>
	readonly component: string
	readonly customerId: number
	readonly networkId: number
}): AccountOwner {
	const { paybackKey, component, customerId, networkId } = options
	const info = `instamint-payback/${component}/${customerId}`
	const bytes = hkdfSync('sha256', Buffer.from(paybackKey.privateKeyHex, 'hex'), 'accord', info, 32)
	const keyPair = keyPairFromPrivateKey({ curve: 'Ed25519', privateKeyHex: Buffer.from(bytes).toString('hex') })
	return { account: accountAddress({ curve: 'Ed25519', publicKey: keyPair.publicKey }, networkId), keyPair }
}

/**
 * The manifest text of a payback, a subintent signed by the payback account's key. It takes exactly these amounts off the
 * customer's loans; any excess goes to the customer's own account.
 */
export function paybackManifest(options: {
	readonly component: string
	readonly customerId: number
	/** The payback account. */
	readonly from: string
	readonly amounts: readonly ResourceAmount[]
	readonly customerAccount: string
}): string {
	const { component, customerId, from, amounts, customerAccount } = options
	return [
		...amounts.flatMap(({ resource, amount }, at) => {
			const taken = `Address("${resource}") Decimal("${Decimal.format(amount)}")`
			return [
				`CALL_METHOD Address("${from}") "withdraw" ${taken};`,
				`TAKE_FROM_WORKTOP ${taken} Bucket("payback-${at}");`,
				`CALL_METHOD Address("${component}") "repay" ${customerId}u64 Bucket("payback-${at}");`,
			]
		}),
		`CALL_METHOD Address("${customerAccount}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`,
		'YIELD_TO_PARENT;',
	].join('\n')
}

/** The manifest text of the transaction around a payback, paid by `payer`. */
export function paybackRootManifest(options: {
	readonly subintentId: string
	readonly payer: string
	readonly lockFeeXrd: Decimal
}): string {
	const { subintentId, payer, lockFeeXrd } = options
	return [
		`USE_CHILD NamedIntent("payback") Intent("${subintentId}");`,
		`CALL_METHOD Address("${payer}") "lock_fee" Decimal("${Decimal.format(lockFeeXrd)}");`,
		'YIELD_TO_CHILD NamedIntent("payback");',
	].join('\n')
}
