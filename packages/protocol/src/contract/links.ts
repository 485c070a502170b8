import type { operations } from './operations.ts'

type OperationId = keyof typeof operations

/**
 * The values that an answer provides for another operation: parameters or members of its body, by JSON pointers into
 * the answer. A list's first entry stands for all of its entries.
 */
export type Link = {
	readonly to: OperationId
	readonly parameters?: Readonly<Record<string, string>>
	readonly body?: Readonly<Record<string, string>>
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

const sourceAt = (member: 'manifest' | 'subintent' | 'signed_partial_transaction', pointer: string): readonly Link[] =>
	(['parseOrder', 'checkOrder'] as const).map(to => ({ to, body: { [member]: pointer } }))

/** The links of the OpenAPI document, by the operation whose successful answer they start from. */
export const links: Readonly<Partial<Record<OperationId, readonly Link[]>>> = {
	getTokenPairs: pairAt('/token_pairs/0'),
	getAccounts: [{ to: 'getAccountLevel', parameters: { address: '/accounts/0/address' } }],
	quoteOrder: [...sourceAt('manifest', '/manifest'), { to: 'createSubintent', body: { manifest: '/manifest' } }],
	composeOrder: [...sourceAt('manifest', '/manifest'), { to: 'createSubintent', body: { manifest: '/manifest' } }],
	createSubintent: sourceAt('subintent', '/subintent'),
	signSubintent: [
		...sourceAt('signed_partial_transaction', '/signed_partial_transaction'),
		{ to: 'submitOrder', body: { signed_partial_transaction: '/signed_partial_transaction' } },
	],
	submitOrder: orderAt('/success_response/subintent_id'),
	submitOrderWalkThrough: orderAt('/success_response/subintent_id'),
	getMakerOrders: [{ to: 'checkFill', body: { order_id: '/orders/0/id' } }],
	getOrderStatuses: orderAt('/orders/0/subintent_id'),
	getTrades: orderAt('/trades/0/subintent_id'),
}
