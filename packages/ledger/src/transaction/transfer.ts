import { Decimal, type ResourceAmount } from '@accord/protocol'
import type { NotarizedTransaction, ValidityWindow } from '../codec.ts'
import type { KeyPair } from '../keys/key-pair.ts'
import { composeTransaction } from './transaction.ts'

/** Amounts that move from the payer's account to another. */
export type Transfer = { readonly to: string; readonly amounts: readonly ResourceAmount[] }

/** An account and the key that owns it. */
export type AccountOwner = { readonly account: string; readonly keyPair: KeyPair }

/** A plain transfer without subintents; the payer also pays the network fee. */
export function transferTransaction(options: {
	from: AccountOwner
	transfers: readonly Transfer[]
	lockFeeXrd: Decimal
	window: ValidityWindow
	networkId: number
	discriminator?: string
}): NotarizedTransaction {
	const { from, transfers, lockFeeXrd } = options
	const manifest = transferManifest({ from: from.account, transfers, lockFeeXrd })
	return composeTransaction({ ...options, manifest, keyPair: from.keyPair })
}

/** The manifest of {@link transferTransaction}: one withdrawal and one deposit per amount. */
export function transferManifest(options: {
	from: string
	transfers: readonly Transfer[]
	lockFeeXrd: Decimal
}): string {
	const { from, transfers, lockFeeXrd } = options
	const moves = transfers.flatMap(({ to, amounts }) => amounts.map(amount => ({ to, ...amount })))
	return [
		`CALL_METHOD Address("${from}") "lock_fee" Decimal("${Decimal.format(lockFeeXrd)}");`,
		...moves.flatMap(({ to, resource, amount }, at) => [
			`CALL_METHOD Address("${from}") "withdraw" Address("${resource}") Decimal("${Decimal.format(amount)}");`,
			`TAKE_FROM_WORKTOP Address("${resource}") Decimal("${Decimal.format(amount)}") Bucket("amount-${at}");`,
			`CALL_METHOD Address("${to}") "try_deposit_or_abort" Bucket("amount-${at}") Enum<0u8>();`,
		]),
	].join('\n')
}
