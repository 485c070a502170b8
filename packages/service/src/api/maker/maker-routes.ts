import type { FastifyRequest } from 'fastify'
import { type Authenticate, authenticateRequest } from '../api-key.ts'
import type { TradeApp } from '../trade/trade-app.ts'
import { type BooksDeps, books } from './books.ts'
import { type LimitsDeps, limits } from './limits.ts'
import { type OrdersDeps, orders } from './orders.ts'
import { type PausesDeps, pauses } from './pauses.ts'
import { type StatsDeps, stats } from './stats.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** Whose key a request to /maker/* carries. */
		makerId: string
	}
}

/** Asks for the key before anything else of the request is looked at. */
export type KeyRequired = { readonly onRequest: (request: FastifyRequest) => Promise<void> }

export type MakerRouteDeps = BooksDeps &
	OrdersDeps &
	StatsDeps &
	LimitsDeps &
	PausesDeps & { readonly authenticate: Authenticate }

/** Puts what a maker sees of itself on the server. */
export function registerMakerRoutes(app: TradeApp, deps: MakerRouteDeps): void {
	app.decorateRequest('makerId', '')
	const keyRequired: KeyRequired = {
		onRequest: async request => {
			request.makerId = (await authenticateRequest(deps, request.headers)).makerId
		},
	}
	for (const route of [books, orders, stats, limits, pauses]) route(app, deps, keyRequired)
}
