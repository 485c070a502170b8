import {
	type ComposeRequest,
	type CreatedSubintent,
	formatCreatedSubintent,
	formatParsedOrder,
	formatSignedSubintent,
	type OrderSource,
	type ParsedOrder,
	parseComposeRequest,
	parseOrderSource,
	parseSigningRequest,
	parseSubintentRequest,
	type SignedSubintent,
	type SigningRequest,
	type SubintentRequest,
} from '@accord/protocol'
import type { constructionOperations } from '@accord/protocol/contract'
import type { Handlers } from '../http/routes.ts'

export type ConstructionDeps = {
	readonly construction: {
		/** Returns the manifest. */
		readonly compose: (request: ComposeRequest) => string
		readonly parse: (source: OrderSource) => ParsedOrder
		readonly createSubintent: (request: SubintentRequest) => Promise<CreatedSubintent>
		readonly sign: (request: SigningRequest) => SignedSubintent
	}
}

/** Conveniences that store nothing and need no key. */
export function constructionHandlers({ construction }: ConstructionDeps): Handlers<typeof constructionOperations> {
	const { compose, parse, createSubintent, sign } = construction
	return {
		composeOrder: ({ body }) => ({ manifest: compose(parseComposeRequest(body)) }),
		parseOrder: ({ body }) => formatParsedOrder(parse(parseOrderSource(body))),
		createSubintent: async ({ body }) => formatCreatedSubintent(await createSubintent(parseSubintentRequest(body))),
		signSubintent: ({ body }) => formatSignedSubintent(sign(parseSigningRequest(body))),
	}
}
