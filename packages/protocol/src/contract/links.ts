import type { operations } from './operations.ts'

type OperationId = keyof typeof operations

/**
 * The values that an answer provides for the parameters of another operation, by JSON pointers into the answer. A
 * list's first entry stands for all of its entries. Bodies have none: generators read a link's body only as text.
 */
export type Link = {
	readonly to: OperationId
	readonly parameters: Readonly<Record<string, string>>
}

const orderAt = (pointer: string): readonly Link[] =>
	(['getOrderStatus', 'streamOrderEvents', 'getTradeTrace'] as const).map(to => ({
		to,
		parameters: { subintent_id: pointer },
	}))

const pairAt = (pointer: string): readonly Link[] =>
	(['getOrderBook', 'streamOrderBook', 'getTrades'] as const).map(to => ({
		to,
		parameters: { base: `${pointer}/base`, quote: `${pointer}/quote` },
	}))

/** The links of the OpenAPI document, by the operation whose successful answer they start from. */
export const links: Readonly<Partial<Record<OperationId, readonly Link[]>>> = {
	getTokenPairs: pairAt('/token_pairs/0'),
	getAccounts: [{ to: 'getAccountLevel', parameters: { address: '/accounts/0/address' } }],
	submitOrder: orderAt('/success_response/subintent_id'),
	submitOrderWalkThrough: orderAt('/success_response/subintent_id'),
	getOrderStatuses: orderAt('/orders/0/subintent_id'),
	getTrades: orderAt('/trades/0/subintent_id'),
}
