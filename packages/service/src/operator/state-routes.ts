import type { DoctorWire, OverviewWire } from '@accord/protocol'
import type { TradeApp } from '../api/trade/trade-app.ts'
import { type DoctorDeps, doctor } from './doctor.ts'
import { type OverviewDeps, overview } from './overview.ts'

/** GET /operator/overview, /operator/doctor and /openapi.json. */
export function stateRoutes(app: TradeApp, deps: OverviewDeps & DoctorDeps): void {
	app.get('/operator/overview', async (): Promise<OverviewWire> => overview(deps))
	app.get('/operator/doctor', async (): Promise<DoctorWire> => doctor(deps))
	let document: Promise<string> | undefined
	app.get('/openapi.json', async (_request, reply) => {
		document ??= loadDocument()
		reply.header('content-type', 'application/json; charset=utf-8')
		return document
	})
}

/** Nobody who does not ask for it loads the contract. */
async function loadDocument(): Promise<string> {
	const { operatorOpenApi } = await import('@accord/protocol/contract')
	return JSON.stringify(operatorOpenApi())
}
