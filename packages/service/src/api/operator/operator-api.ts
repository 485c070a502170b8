import type { AddressInfo } from 'node:net'
import { operatorOperations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { operatorOf } from '../../accounts/operator-keys.ts'
import type { RefusalTally } from '../../audit/refusal-tally.ts'
import type { OperatorConfig } from '../../config/config.ts'
import { createHttpServer } from '../http/http-server.ts'
import { OpenConnections } from '../http/open-connections.ts'
import { RateLimits, type RequestLimits } from '../http/rate-limits.ts'
import { registerRoutes } from '../http/routes.ts'
import { pageDirectory, servePageFiles } from '../page/page-files.ts'
import { operatorViewPolicy } from '../page/page-policy.ts'
import { type AccessDeps, operatorAccessHandlers } from './access.ts'
import { type InstamintDeps, operatorInstamintHandlers } from './instamint.ts'
import { type KeysDeps, operatorKeyHandlers } from './keys.ts'
import { type MakerHandlersDeps, operatorLevelHandlers, operatorMakerHandlers } from './makers.ts'
import { requireOperatorKey } from './operator-key.ts'
import { type OrdersDeps, operatorOrderHandlers } from './orders.ts'
import { operatorReconciliationHandlers, type ReconciliationDeps } from './reconciliation.ts'
import { type DatabaseDeps, operatorDatabaseHandlers, operatorStateHandlers, type StateDeps } from './state.ts'

export type OperatorApiDeps = MakerHandlersDeps &
	KeysDeps &
	OrdersDeps &
	AccessDeps &
	DatabaseDeps &
	ReconciliationDeps &
	InstamintDeps &
	StateDeps & {
		readonly refusals: Pick<RefusalTally, 'note'>
		readonly limits: RequestLimits & { readonly bodyBytes: number }
		readonly log: Logger
	}

/** The operator's own interface, on a port of its own. */
export type OperatorApi = { readonly url: string; close(): Promise<void> }

/** Of its own port: the public one's connections are bounded so that these can always be opened. */
const connectionsMax = 256

/** Opens the operator's interface, which takes operators' keys. */
export async function openOperatorApi(
	deps: OperatorApiDeps,
	{ host, port, key }: OperatorConfig,
): Promise<OperatorApi> {
	const { limits, log } = deps
	const app = createHttpServer({ rateLimits: new RateLimits({ clock: deps.clock, limits }), limits, log })
	app.server.maxConnections = connectionsMax
	const connections = new OpenConnections(app.server)
	const close = async () => {
		connections.end()
		await app.close()
		connections.stop()
	}
	app.addHook('onResponse', (_request, reply, done) => {
		if (reply.statusCode === 401) deps.metrics.unauthorized.add('operator')
		done()
	})
	requireOperatorKey(app, {
		...deps,
		operatorOf: given => operatorOf({ database: deps.db.own, configuredKey: key }, given),
	})
	registerRoutes(app, {
		operations: operatorOperations,
		handlers: {
			...operatorStateHandlers(app, deps),
			...operatorMakerHandlers(deps),
			...operatorKeyHandlers(deps),
			...operatorLevelHandlers(deps),
			...operatorOrderHandlers(deps),
			...operatorAccessHandlers(deps),
			...operatorDatabaseHandlers(deps),
			...operatorReconciliationHandlers(deps),
			...operatorInstamintHandlers(deps),
		},
	})
	registerOperatorView(app)
	try {
		await app.listen({ host, port })
	} catch (error) {
		await close()
		throw error
	}
	const { port: opened } = app.server.address() as AddressInfo
	return { url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}`, close }
}

// The view comes from the operator's own port, so that browsers take it and the interface for one origin: the public page can
// reach neither, and the interface answers no other origin. Its files are those of the public page, with nothing of the
// operator's in them.

/** Where the view is; the page knows by it what to show. */
const viewPath = '/operator'

/** Serves the operator's view, which asks for a key and shows what that may read. */
export function registerOperatorView(app: FastifyInstance, directory: string = pageDirectory): void {
	const config = { isOpen: true } as const
	app.register(async scope => {
		const sendPage = await servePageFiles(scope, { directory, config })
		scope.get('/', { config }, (_, reply) => reply.redirect(viewPath))
		scope.get(viewPath, { config }, (_, reply) => sendPage(reply, operatorViewPolicy()))
	})
}
