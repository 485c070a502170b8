import {
	formatComposedFill,
	formatCreatedSubintent,
	formatParsedOrder,
	formatSignedSubintent,
	parseComposition,
	parseParseRequest,
	parseSigningRequest,
	parseSubintentRequest,
} from '@accord/protocol'
import type { constructionOperations } from '@accord/protocol/contract'
import type { Construction } from '../../construction/construction.ts'
import type { Fills } from '../../fills/fills.ts'
import type { Handlers } from '../http/routes.ts'

type ConstructionRooms = {
	readonly construction: Construction
	readonly fills: Pick<Fills, 'compose' | 'createSubintent'>
}

/** Conveniences that store nothing and need no key; with an order's id, for its maker. */
export function constructionHandlers(rooms: ConstructionRooms): Handlers<typeof constructionOperations> {
	const { construction, fills } = rooms
	return {
		composeOrder: async ({ body }) => {
			const request = parseComposition(body)
			if ('orderId' in request) return formatComposedFill(await fills.compose(request))
			return { manifest: construction.compose(request) }
		},
		parseOrder: async ({ body, request: { client } }) =>
			formatParsedOrder(await construction.parse(parseParseRequest(body), client)),
		createSubintent: async ({ body, request: { client } }) => {
			const { orderId, ...request } = parseSubintentRequest(body)
			const created =
				orderId === undefined
					? construction.createSubintent(request, client)
					: fills.createSubintent({ ...request, orderId }, client)
			return formatCreatedSubintent(await created)
		},
		signSubintent: async ({ body, request: { client } }) =>
			formatSignedSubintent(await construction.sign(parseSigningRequest(body), client)),
	}
}
