import type { LimitsWire, VersionWire } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

/** GET /version and GET /limits: what this is, and what it bears. */
export function version(
	app: TradeApp,
	{ version, limits }: { readonly version: VersionWire; readonly limits: LimitsWire },
): void {
	app.get('/version', async () => version)
	app.get('/limits', async () => limits)
}
