import {
	type ComposedFill,
	type ComposeRequest,
	type CreatedSubintent,
	type FillToCompose,
	formatComposedFill,
	formatCreatedSubintent,
	formatParsedOrder,
	formatSignedSubintent,
	type ParsedOrder,
	type ParseRequest,
	parseComposition,
	parseParseRequest,
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
		readonly composeFill: (fill: FillToCompose) => Promise<ComposedFill>
		readonly parse: (request: ParseRequest, client: string) => Promise<ParsedOrder>
		readonly createSubintent: (request: SubintentRequest, client: string) => Promise<CreatedSubintent>
		readonly sign: (request: SigningRequest, client: string) => Promise<SignedSubintent>
	}
}

/** Conveniences that store nothing and need no key. */
export function constructionHandlers({ construction }: ConstructionDeps): Handlers<typeof constructionOperations> {
	const { compose, composeFill, parse, createSubintent, sign } = construction
	return {
		composeOrder: async ({ body }) => {
			const request = parseComposition(body)
			return 'orderId' in request ? formatComposedFill(await composeFill(request)) : { manifest: compose(request) }
		},
		parseOrder: async ({ body, request: { client } }) =>
			formatParsedOrder(await parse(parseParseRequest(body), client)),
		createSubintent: async ({ body, request: { client } }) =>
			formatCreatedSubintent(await createSubintent(parseSubintentRequest(body), client)),
		signSubintent: async ({ body, request: { client } }) =>
			formatSignedSubintent(await sign(parseSigningRequest(body), client)),
	}
}
