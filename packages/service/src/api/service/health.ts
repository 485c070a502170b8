import { type ErrorCode, type ReadinessCheck, TradeError } from '@accord/protocol'
import type { healthOperations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../../operator/readiness.ts'
import type { Handlers } from '../http/routes.ts'

const codes: Readonly<Record<ReadinessCheck['name'], ErrorCode>> = {
	database: 'database_unavailable',
	ledger: 'ledger_unavailable',
	bus: 'busy',
	loops: 'busy',
}

/** Liveness, and readiness for orders: 503 names what is missing. */
export function healthHandlers(app: FastifyInstance, readiness: Readiness): Handlers<typeof healthOperations> {
	let isClosing = false
	app.addHook('preClose', async () => {
		isClosing = true
	})
	return {
		getLive: () => ({ status: 'live' }),
		getReady: async () => {
			const checks = [...(await readiness.checks())]
			if (isClosing) throw new TradeError('shutting_down', undefined, { extra: { checks } })
			const isDegraded = readiness.isBusLost()
			const failing = checks.find(({ name, ok }) => !ok && !(isDegraded && name === 'bus'))
			if (failing === undefined) return { status: isDegraded ? 'degraded' : 'ready', checks }
			const detail = `${failing.name}: ${failing.detail ?? 'unavailable'}`
			throw new TradeError(codes[failing.name], detail, { extra: { checks, retry_after_s: 1 } })
		},
	}
}
