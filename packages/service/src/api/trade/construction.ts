import { Composed, CreatedSubintent, ParsedOrder, SignedSubintent } from '@accord/protocol'
import type { constructionOperations } from '@accord/protocol/contract'
import type { Construction } from '../../construction/construction.ts'
import type { Fills } from '../../fills/fills.ts'
import type { Handlers } from '../http/routes.ts'

type ConstructionRooms = {
	readonly construction: Construction
	readonly fills: Pick<Fills, 'compose' | 'createSubintent'>
}

/** Convenience operations that store nothing and require no key. With an order's id, they are for its maker. */
export function constructionHandlers(rooms: ConstructionRooms): Handlers<typeof constructionOperations> {
	const { construction, fills } = rooms
	return {
		composeOrder: async ({ body }) =>
			Composed.format('orderId' in body ? await fills.compose(body) : { manifest: construction.compose(body) }),
		parseOrder: async ({ body, request: { client } }) => ParsedOrder.format(await construction.parse(body, client)),
		createSubintent: async ({ body, request: { client } }) => {
			const { orderId, ...request } = body
			const created =
				orderId === undefined
					? construction.createSubintent(request, client)
					: fills.createSubintent({ ...request, orderId }, client)
			return CreatedSubintent.format(await created)
		},
		signSubintent: async ({ body, request: { client } }) =>
			SignedSubintent.format(await construction.sign(body, client)),
	}
}
