import * as z from '#schema'
import { guideNames } from '../guides.ts'
import { answered, type OperationTable, parameters, withIds } from '../operation.ts'

/** The descriptions of the interfaces, served by the service itself. */
export const documentOperations = withIds({
	getOpenApi: document({
		path: '/openapi.json',
		summary: 'This interface as OpenAPI 3.1',
		schema: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
		example: { openapi: '3.1.1', info: {}, paths: {} },
	}),
	getAsyncApi: document({
		path: '/asyncapi.json',
		summary: 'Both WebSocket interfaces as AsyncAPI 3',
		schema: z.looseObject({ asyncapi: z.string(), channels: z.looseObject({}) }),
		example: { asyncapi: '3.0.0', info: {}, channels: {} },
	}),
	getOpenRpc: document({
		path: '/openrpc.json',
		summary: 'The Flash Liquidity API as OpenRPC',
		schema: z.looseObject({ openrpc: z.string(), methods: z.array(z.unknown()) }),
		example: { openrpc: '1.3.2', info: {}, methods: [] },
	}),
	getVectors: document({
		path: '/docs/vectors.json',
		summary: 'Orders and fills from manifest to signed bytes, to test a codec with',
		schema: z.looseObject({ description: z.string(), vectors: z.array(z.unknown()) }),
		example: { description: '', vectors: [] },
	}),
	getLlmsText: {
		...page({ path: '/llms.txt', summary: 'What language models should read, in Markdown' }),
		description: 'Short, with links to the guides in Markdown and to the documents (llmstxt.org).',
		answers: [{ status: 200, description: 'The text, with links to this service.', media: 'text/plain' }],
	},
	getReference: page({ path: '/docs', summary: 'The guides, and the reference of all interfaces, for people' }),
	getGuide: {
		...page({ path: '/docs/guides/{name}', summary: 'A guide, for people' }),
		description: `One of ${guideNames.join(', ')}.`,
		pathParameters: parameters(z.object({ name: z.string() }), { name: 'dex' }),
		errors: ['not_found'],
	},
	getGuideText: {
		...page({ path: '/docs/markdown/{name}', summary: 'The same guide in Markdown, for programs' }),
		pathParameters: parameters(z.object({ name: z.string() }), { name: 'dex' }),
		answers: [{ status: 200, description: 'The text.', media: 'text/markdown' }],
		errors: ['not_found'],
	},
	getTradeReference: page({ path: '/docs/rest', summary: 'The reference of this interface' }),
	getFlashReference: page({ path: '/docs/flash', summary: 'The reference of the Flash Liquidity API' }),
	getSolverReference: page({ path: '/docs/solver', summary: 'The reference of the Solver API' }),
})

type Place = { readonly path: string; readonly summary: string }

function document<Schema extends z.ZodType>({
	path,
	summary,
	schema,
	example,
}: Place & { schema: Schema; example: z.input<Schema> }) {
	return {
		method: 'get',
		path,
		tag: 'Service',
		summary,
		auth: 'none',
		answers: answered('The document.', schema, example),
		errors: [],
	} satisfies OperationTable[string]
}

function page({ path, summary }: Place) {
	return {
		method: 'get',
		path,
		tag: 'Service',
		summary,
		auth: 'none',
		answers: [{ status: 200, description: 'A page that loads nothing from other hosts.', media: 'text/html' }],
		errors: [],
	} satisfies OperationTable[string]
}
