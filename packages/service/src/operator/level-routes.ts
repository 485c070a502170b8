import { addressWire, type OperatorLevelWire, setLevelWire } from '@accord/protocol'
import { z } from 'zod'
import { levelOf, setLevel } from '../accounts/levels.ts'
import type { TradeApp } from '../api/trade/trade-app.ts'
import type { Database } from '../db/tables.ts'
import { type AccountRules, requireAccount, requireLevel } from './account-rules.ts'

const params = z.object({ address: addressWire })

/** /operator/accounts/:address/level: what an account trades at, whosever it is. */
export function levelRoutes(app: TradeApp, deps: AccountRules & { readonly db: Database }): void {
	const path = '/operator/accounts/:address/level'
	app.get(path, { schema: { params } }, async ({ params: { address } }): Promise<OperatorLevelWire> => {
		requireAccount(deps, { address, pointer: '/address' })
		return { address, level: await levelOf(deps.db, address) }
	})
	app.put(path, { schema: { params, body: setLevelWire } }, async (request): Promise<OperatorLevelWire> => {
		const { address } = request.params
		const { level } = request.body
		requireAccount(deps, { address, pointer: '/address' })
		requireLevel(deps, level)
		await setLevel(deps.db, { address, level })
		return { address, level }
	})
}
