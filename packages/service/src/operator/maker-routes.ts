import {
	addMakerAccountsWire,
	type Clock,
	createMakerWire,
	type MakersWire,
	type MakerWire,
	makerPathWire,
	operatorPauseWire,
	operatorResumeWire,
} from '@accord/protocol'
import type { Kysely } from 'kysely'
import { setLevel } from '../accounts/levels.ts'
import { registerMaker } from '../accounts/makers.ts'
import type { TradeApp } from '../api/trade/trade-app.ts'
import { endPause, setPause } from '../breaker/maker-pauses.ts'
import type { Bus } from '../bus/bus.ts'
import type { Tables } from '../db/tables.ts'
import { type AccountRules, requireAccount, requireLevel } from './account-rules.ts'
import { type DescribeMakersDeps, describeMaker, describeMakers } from './describe-makers.ts'

export type MakerRoutesDeps = DescribeMakersDeps &
	AccountRules & {
		readonly db: Kysely<Tables>
		readonly clock: Clock
		readonly bus: Bus
		/** Resolves when every pause written before is in force. */
		readonly refreshPauses: () => Promise<void>
	}

/** /operator/makers: who makes markets here, and pauses. */
export function makerRoutes(app: TradeApp, deps: MakerRoutesDeps): void {
	const params = makerPathWire
	app.get('/operator/makers', async (): Promise<MakersWire> => ({ makers: await describeMakers(deps) }))
	app.post('/operator/makers', { schema: { body: createMakerWire } }, async ({ body }) => {
		const { name, accounts, level } = body
		for (const [at, address] of accounts.entries()) requireAccount(deps, { address, pointer: `/accounts/${at}` })
		if (level !== undefined) requireLevel(deps, level)
		const { makerId } = await registerMaker(deps, { name, accounts })
		if (level !== undefined) for (const address of accounts) await setLevel(deps.db, { address, level })
		return describeMaker(deps, makerId)
	})
	app.get('/operator/makers/:maker_id', { schema: { params } }, async request =>
		describeMaker(deps, request.params.maker_id),
	)
	app.post(
		'/operator/makers/:maker_id/accounts',
		{ schema: { params, body: addMakerAccountsWire } },
		async ({ params: { maker_id: makerId }, body: { accounts } }) => {
			const { name } = await describeMaker(deps, makerId)
			for (const [at, address] of accounts.entries()) requireAccount(deps, { address, pointer: `/accounts/${at}` })
			await registerMaker(deps, { name, makerId, accounts })
			return describeMaker(deps, makerId)
		},
	)
	pauseRoutes(app, deps)
}

function pauseRoutes(app: TradeApp, deps: MakerRoutesDeps): void {
	const params = makerPathWire
	const changed = async (makerId: string): Promise<MakerWire> => {
		await deps.refreshPauses()
		return describeMaker(deps, makerId)
	}
	const pauseSchema = { params, body: operatorPauseWire.nullish() }
	app.post(
		'/operator/makers/:maker_id/pause',
		{ schema: pauseSchema },
		async ({ params: { maker_id: makerId }, body }) => {
			await describeMaker(deps, makerId)
			const { reason } = body ?? {}
			await setPause(deps, {
				makerId,
				by: 'operator',
				sinceMs: deps.clock.nowMs(),
				...(reason === undefined ? {} : { reason }),
			})
			return changed(makerId)
		},
	)
	const resumeSchema = { params, body: operatorResumeWire.nullish() }
	app.post('/operator/makers/:maker_id/resume', { schema: resumeSchema }, async ({ params: { maker_id: makerId } }) => {
		await describeMaker(deps, makerId)
		for (const by of ['operator', 'breaker'] as const) await endPause(deps, { makerId, by })
		return changed(makerId)
	})
}
