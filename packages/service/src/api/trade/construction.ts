import {
	type ComposeRequest,
	type CreatedSubintent,
	formatCreatedSubintent,
	formatParsedOrder,
	formatSignedSubintent,
	type ParsedOrder,
	type ParseRequest,
	parseComposeRequest,
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
		readonly parse: (request: ParseRequest, client: string) => Promise<ParsedOrder>
		readonly createSubintent: (request: SubintentRequest, client: string) => Promise<CreatedSubintent>
		readonly sign: (request: SigningRequest, client: string) => Promise<SignedSubintent>
	}
}

/** Conveniences that store nothing and need no key. */
export function constructionHandlers({ construction }: ConstructionDeps): Handlers<typeof constructionOperations> {
	const { compose, parse, createSubintent, sign } = construction
	return {
		composeOrder: ({ body }) => ({ manifest: compose(parseComposeRequest(body)) }),
		parseOrder: async ({ body, request: { client } }) =>
			formatParsedOrder(await parse(parseParseRequest(body), client)),
		createSubintent: async ({ body, request: { client } }) =>
			formatCreatedSubintent(await createSubintent(parseSubintentRequest(body), client)),
		signSubintent: async ({ body, request: { client } }) =>
			formatSignedSubintent(await sign(parseSigningRequest(body), client)),
	}
}
