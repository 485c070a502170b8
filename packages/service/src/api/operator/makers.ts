import { type Clock, formatMaker, formatMakers, type MakerWire, TradeError } from '@accord/protocol'
import type { operatorLevelOperations, operatorMakerOperations } from '@accord/protocol/contract'
import type { Kysely } from 'kysely'
import { findAccountViolations } from '../../accounts/account-address.ts'
import { levelOf, setLevel } from '../../accounts/levels.ts'
import { registerMaker } from '../../accounts/makers.ts'
import { endPause, setPause } from '../../breaker/maker-pauses.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Database, Tables } from '../../db/tables.ts'
import { findMaker, findMakers, type MakersDeps } from '../../operator/makers.ts'
import type { Handlers } from '../http/routes.ts'

type AccountRules = {
	readonly networkId: number
	/** The rows of the fee table. */
	readonly levels: readonly unknown[]
}

export type MakerHandlersDeps = MakersDeps &
	AccountRules & {
		readonly db: Kysely<Tables>
		readonly clock: Clock
		readonly bus: Bus
		/** Resolves when every pause written before is in force. */
		readonly refreshPauses: () => Promise<void>
	}

/** Makers and their pauses. */
export function operatorMakerHandlers(deps: MakerHandlersDeps): Handlers<typeof operatorMakerOperations> {
	const { db, clock, refreshPauses } = deps
	const describe = async (makerId: string): Promise<MakerWire> => formatMaker(await findMaker(deps, makerId))
	return {
		getMakers: async () => formatMakers(await findMakers(deps)),
		createMaker: async ({ body: { name, accounts, level } }) => {
			requireAccounts(deps, accounts)
			if (level !== undefined) requireLevel(deps, level)
			const { makerId } = await registerMaker(deps, { name, accounts })
			if (level !== undefined) for (const address of accounts) await setLevel(db, { address, level })
			return describe(makerId)
		},
		getMaker: ({ params }) => describe(params.maker_id),
		addMakerAccounts: async ({ params: { maker_id: makerId }, body: { accounts } }) => {
			const { name } = await findMaker(deps, makerId)
			requireAccounts(deps, accounts)
			await registerMaker(deps, { name, makerId, accounts })
			return describe(makerId)
		},
		pauseMakerByOperator: async ({ params: { maker_id: makerId }, body }) => {
			await findMaker(deps, makerId)
			const reason = body?.reason
			const pause = { makerId, by: 'operator', sinceMs: clock.nowMs() } as const
			await setPause(deps, { ...pause, ...(reason === undefined ? {} : { reason }) })
			await refreshPauses()
			return describe(makerId)
		},
		resumeMakerByOperator: async ({ params: { maker_id: makerId } }) => {
			await findMaker(deps, makerId)
			for (const by of ['operator', 'breaker'] as const) await endPause(deps, { makerId, by })
			await refreshPauses()
			return describe(makerId)
		},
	}
}

type LevelsDeps = AccountRules & { readonly db: Database }

/** The fee levels of accounts, users' and makers'. */
export function operatorLevelHandlers(deps: LevelsDeps): Handlers<typeof operatorLevelOperations> {
	return {
		getLevel: async ({ params: { address } }) => {
			requireAccount(deps, { address, pointer: '/address' })
			return { address, level: await levelOf(deps.db, address) }
		},
		setLevel: async ({ params: { address }, body: { level } }) => {
			requireAccount(deps, { address, pointer: '/address' })
			requireLevel(deps, level)
			await setLevel(deps.db, { address, level })
			return { address, level }
		},
	}
}

function requireAccounts(rules: AccountRules, accounts: readonly string[]): void {
	for (const [at, address] of accounts.entries()) requireAccount(rules, { address, pointer: `/accounts/${at}` })
}

/** To the operator another network's account is an invalid address too. */
function requireAccount({ networkId }: AccountRules, { address, pointer }: { address: string; pointer: string }): void {
	if (findAccountViolations(networkId, { address, pointer }).length === 0) return
	const item = { pointer, expected: `the address of an account on network ${networkId}`, found: address }
	throw TradeError.fromViolations([{ code: 'invalid_address', item }])
}

function requireLevel({ levels }: AccountRules, level: number): void {
	if (level < levels.length) return
	const expected = `0 to ${levels.length - 1}: a row of the fee table`
	const item = { pointer: '/level', expected, found: String(level) }
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
