import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { sample } from '../operation.ts'

type Document = { id: string; path: string; summary: string; schema: z.ZodType; example: unknown }

const documents: readonly Document[] = [
	{
		id: 'getOpenApi',
		path: '/openapi.json',
		summary: 'This interface as OpenAPI 3.1',
		schema: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
		example: { openapi: '3.1.1', info: {}, paths: {} },
	},
	{
		id: 'getAsyncApi',
		path: '/asyncapi.json',
		summary: 'Both WebSocket interfaces as AsyncAPI 3',
		schema: z.looseObject({ asyncapi: z.string(), channels: z.looseObject({}) }),
		example: { asyncapi: '3.0.0', info: {}, channels: {} },
	},
	{
		id: 'getOpenRpc',
		path: '/openrpc.json',
		summary: 'The Flash Liquidity API as OpenRPC',
		schema: z.looseObject({ openrpc: z.string(), methods: z.array(z.unknown()) }),
		example: { openrpc: '1.3.2', info: {}, methods: [] },
	},
]

const pages: readonly Pick<Document, 'id' | 'path' | 'summary'>[] = [
	{ id: 'getReference', path: '/docs', summary: 'The reference of all interfaces, for people' },
	{ id: 'getTradeReference', path: '/docs/rest', summary: 'The reference of this interface' },
	{ id: 'getFlashReference', path: '/docs/flash', summary: 'The reference of the Flash Liquidity API' },
	{ id: 'getSolverReference', path: '/docs/solver', summary: 'The reference of the Solver API' },
]

/** The descriptions of the interfaces, by the service itself. */
export const documentOperations: readonly Operation[] = [
	...documents.map(
		({ id, path, summary, schema, example }): Operation => ({
			id,
			method: 'get',
			path,
			tag: 'Service',
			summary,
			auth: 'none',
			answers: [{ status: 200, description: 'The document.', body: sample(schema, example) }],
			errors: [],
		}),
	),
	...pages.map(
		({ id, path, summary }): Operation => ({
			id,
			method: 'get',
			path,
			tag: 'Service',
			summary,
			auth: 'none',
			answers: [{ status: 200, description: 'A page that needs nothing from elsewhere.', media: 'text/html' }],
			errors: [],
		}),
	),
]
