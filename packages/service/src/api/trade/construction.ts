import {
	Composed,
	type ComposedFill,
	type ComposeRequest,
	CreatedSubintent,
	type FillToCompose,
	ParsedOrder,
	type ParseRequest,
	SignedSubintent,
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
		composeOrder: async ({ body }) =>
			Composed.format('orderId' in body ? await composeFill(body) : { manifest: compose(body) }),
		parseOrder: async ({ body, request: { client } }) => ParsedOrder.format(await parse(body, client)),
		createSubintent: async ({ body, request: { client } }) =>
			CreatedSubintent.format(await createSubintent(body, client)),
		signSubintent: async ({ body, request: { client } }) => SignedSubintent.format(await sign(body, client)),
	}
}
