import { Decimal } from '@accord/protocol'

/** The acts reserved to the operator of an Instamint component. Allowances and prices are in XRD. */
export type InstamintAct =
	| { readonly kind: 'add_customer'; readonly account: string; readonly allowanceXrd: Decimal }
	| { readonly kind: 'set_allowance'; readonly customerId: number; readonly allowanceXrd: Decimal }
	/** If absent, all mints. */
	| { readonly kind: 'pause' | 'resume'; readonly customerId?: number | undefined }
	/** Prices by resource address. */
	| { readonly kind: 'set_prices'; readonly pricesXrd: ReadonlyMap<string, Decimal> }
	| { readonly kind: 'set_price_validity'; readonly seconds: number }
	| {
			readonly kind: 'reconcile'
			readonly customerId: number
			readonly resource: string
			readonly amount: Decimal
			readonly reference: string
	  }

/**
 * The manifest text of the operator's acts on the component, all of which succeed or none; `payer` pays the network
 * fee.
 */
export function instamintActManifest(options: {
	readonly component: string
	readonly payer: string
	readonly lockFeeXrd: Decimal
	readonly acts: readonly InstamintAct[]
}): string {
	const { component, payer, lockFeeXrd, acts } = options
	return [
		`CALL_METHOD Address("${payer}") "lock_fee" ${decimal(lockFeeXrd)};`,
		...acts.map(act => `CALL_METHOD Address("${component}") "${act.kind}" ${argumentsOf(act)};`),
	].join('\n')
}

function argumentsOf(act: InstamintAct): string {
	switch (act.kind) {
		case 'add_customer':
			return `Address("${act.account}") ${decimal(act.allowanceXrd)}`
		case 'set_allowance':
			return `${act.customerId}u64 ${decimal(act.allowanceXrd)}`
		case 'pause':
		case 'resume':
			return act.customerId === undefined ? 'Enum<0u8>()' : `Enum<1u8>(${act.customerId}u64)`
		case 'set_prices':
			return `Map<Address, Decimal>(${[...act.pricesXrd]
				.map(([resource, price]) => `Address("${resource}") => ${decimal(price)}`)
				.join(', ')})`
		case 'set_price_validity':
			return `${act.seconds}i64`
		case 'reconcile':
			return `${act.customerId}u64 Address("${act.resource}") ${decimal(act.amount)} ${text(act.reference)}`
	}
}

function decimal(value: Decimal): string {
	return `Decimal("${Decimal.format(value)}")`
}

/** String literals in a manifest have the same syntax as in JSON. */
function text(value: string): string {
	return JSON.stringify(value.toWellFormed())
}
