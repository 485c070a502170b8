import type { constructionOperations, Operation, ResponseOf } from '@accord/protocol/contract'
import type { Call, Handlers } from '../http/routes.ts'

type Run<Op extends Operation> = (body: Call<Op>['body']) => ResponseOf<Op> | Promise<ResponseOf<Op>>

export type ConstructionDeps = {
	readonly construction: {
		readonly compose: Run<typeof constructionOperations.composeOrder>
		readonly parse: Run<typeof constructionOperations.parseOrder>
		readonly createSubintent: Run<typeof constructionOperations.createSubintent>
		readonly sign: Run<typeof constructionOperations.signSubintent>
	}
}

/** Conveniences that store nothing and need no key. */
export function constructionHandlers({ construction }: ConstructionDeps): Handlers<typeof constructionOperations> {
	return {
		composeOrder: ({ body }) => construction.compose(body),
		parseOrder: ({ body }) => construction.parse(body),
		createSubintent: ({ body }) => construction.createSubintent(body),
		signSubintent: ({ body }) => construction.sign(body),
	}
}
