import type { AddressInfo } from 'node:net'
import { operatorOperations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import { operatorOf } from '../../accounts/operator-keys.ts'
import type { OperatorConfig } from '../../config/config.ts'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import { unauthorized } from '../http/api-key.ts'
import { createHttpServer } from '../http/http-server.ts'
import { OpenConnections } from '../http/open-connections.ts'
import { RateLimits } from '../http/rate-limits.ts'
import { registerRoutes } from '../http/routes.ts'
import { pageDirectory, servePageFiles } from '../page/page-files.ts'
import { operatorViewPolicy } from '../page/page-policy.ts'
import { operatorAccessHandlers } from './access.ts'
import { operatorInstamintHandlers } from './instamint.ts'
import { operatorIntegratorHandlers } from './integrators.ts'
import { operatorKeyHandlers } from './keys.ts'
import { operatorLevelHandlers, operatorMakerHandlers } from './makers.ts'
import { requireOperatorKey } from './operator-key.ts'
import { operatorOrderHandlers } from './orders.ts'
import { operatorReconciliationHandlers } from './reconciliation.ts'
import { operatorSettingsHandlers } from './settings.ts'
import { operatorDatabaseHandlers, operatorStateHandlers } from './state.ts'

/** The operator's interface, on its own port. */
export type OperatorApi = {
	readonly url: string
	/** Replaces the configuration's key at once. */
	setKey(key: string): void
	close(): Promise<void>
}

/** Connections to its own port. Public connections are bounded, so that these can always be opened. */
const connectionsMax = 256

/** Opens the operator's interface, which requires operators' keys. */
export async function openOperatorApi(rooms: OperatorRooms, { host, port, key }: OperatorConfig): Promise<OperatorApi> {
	let configuredKey = key
	const { clock, db, limits, log, metrics, refusals } = rooms.platform
	const app = createHttpServer({ rateLimits: new RateLimits({ clock, limits }), limits, log })
	app.server.maxConnections = connectionsMax
	const connections = new OpenConnections(app.server)
	const close = async () => {
		connections.end()
		await app.close()
		connections.stop()
	}
	app.addHook('onResponse', (_request, reply, done) => {
		if (reply.statusCode === 401) metrics.count(unauthorized, 'operator')
		done()
	})
	const operatorOfKey = (given: string) => operatorOf({ database: db.own, configuredKey }, given)
	requireOperatorKey(app, { refusals, operatorOf: operatorOfKey })
	registerRoutes(app, {
		operations: operatorOperations,
		handlers: {
			...operatorStateHandlers(app, rooms),
			...operatorMakerHandlers(rooms),
			...operatorKeyHandlers(rooms),
			...operatorLevelHandlers(rooms.platform),
			...operatorIntegratorHandlers(rooms.platform),
			...operatorOrderHandlers(rooms),
			...operatorAccessHandlers(rooms.platform),
			...operatorDatabaseHandlers(rooms),
			...operatorReconciliationHandlers(rooms),
			...operatorInstamintHandlers(rooms),
			...operatorSettingsHandlers(rooms),
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
	return {
		url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}`,
		setKey: given => {
			configuredKey = given
		},
		close,
	}
}

// The view comes from the operator's own port, so that for browsers the view and the interface have the same origin:
// the public page can reach neither, and the interface answers no other origin. Its files are those of the public page
// and contain nothing confidential.

/** The path of the view, which tells the page what to show. */
const viewPath = '/operator'

/** Serves the operator's view, which asks for a key and shows what that key may read. */
export function registerOperatorView(app: FastifyInstance, directory: string = pageDirectory): void {
	const config = { isOpen: true } as const
	app.register(async scope => {
		const sendPage = await servePageFiles(scope, { directory, config })
		scope.get('/', { config }, (_, reply) => reply.redirect(viewPath))
		scope.get(viewPath, { config }, (_, reply) => sendPage(reply, operatorViewPolicy()))
	})
}
