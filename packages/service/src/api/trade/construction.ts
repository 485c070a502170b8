import { Composed, CreatedSubintent, ParsedOrder, SignedSubintent } from '@accord/protocol'
import type { constructionOperations } from '@accord/protocol/contract'
import type { Accounts } from '../../accounts/accounts.ts'
import { composeLimitOrder } from '../../construction/compose.ts'
import { parseManifest } from '../../construction/parse.ts'
import { createOrderSubintent, signOrderSubintent } from '../../construction/subintents.ts'
import type { Fills } from '../../fills/fills.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Handlers } from '../http/routes.ts'

type ConstructionRooms = {
	readonly platform: Platform
	readonly accounts: Pick<Accounts, 'levelOf'>
	readonly fills: Pick<Fills, 'compose' | 'createSubintent'>
}

/**
 * Convenience operations that store nothing and require no key; clients take turns. With an order's id, they are for its
 * maker.
 */
export function constructionHandlers(rooms: ConstructionRooms): Handlers<typeof constructionOperations> {
	const { platform, accounts, fills } = rooms
	const { market, feeInfo, threads } = platform
	return {
		composeOrder: async ({ body }) => {
			const composed = 'orderId' in body ? await fills.compose(body) : { manifest: composeLimitOrder(platform, body) }
			return Composed.format(composed)
		},
		parseOrder: async ({ body, request: { client } }) =>
			ParsedOrder.format(await parseManifest({ market, feeInfo, threads, accounts }, body, client)),
		createSubintent: async ({ body, request: { client } }) => {
			const { orderId, ...request } = body
			const created =
				orderId === undefined
					? createOrderSubintent(platform, request, client)
					: fills.createSubintent({ ...request, orderId }, client)
			return CreatedSubintent.format(await created)
		},
		signSubintent: async ({ body, request: { client } }) =>
			SignedSubintent.format(await signOrderSubintent(platform, body, client)),
	}
}
