import { type ErrorCode, type LiveWire, type ReadinessCheckWire, type ReadyWire, TradeError } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

type HealthDeps = { readonly readiness: () => Promise<readonly ReadinessCheckWire[]> }

const codes: Readonly<Record<ReadinessCheckWire['name'], ErrorCode>> = {
	database: 'database_unavailable',
	ledger: 'ledger_unavailable',
	bus: 'busy',
	loops: 'busy',
}

/** GET /health/live: the process answers. GET /health/ready: orders may be sent here; else 503 with what is missing. */
export function health(app: TradeApp, { readiness }: HealthDeps): void {
	let isClosing = false
	app.addHook('preClose', async () => {
		isClosing = true
	})
	const options = { config: { always: true } }
	app.get('/health/live', options, async (): Promise<LiveWire> => ({ status: 'live' }))
	app.get('/health/ready', options, async (): Promise<ReadyWire> => {
		const checks = [...(await readiness())]
		if (isClosing) throw new TradeError('shutting_down', undefined, { extra: { checks } })
		const failing = checks.find(({ ok }) => !ok)
		if (failing === undefined) return { status: 'ready', checks }
		const detail = `${failing.name}: ${failing.detail ?? 'not there'}`
		throw new TradeError(codes[failing.name], detail, { extra: { checks, retry_after_s: 1 } })
	})
}
