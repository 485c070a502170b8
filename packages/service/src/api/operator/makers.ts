import { type AuditAct, Maker, Makers, TradeError, type WireOf } from '@accord/protocol'
import type { operatorLevelOperations, operatorMakerOperations } from '@accord/protocol/contract'
import type { FastifyRequest } from 'fastify'
import { findAccountViolations } from '../../accounts/account-address.ts'
import { levelOf, setLevel } from '../../accounts/accounts-table.ts'
import { registerMaker } from '../../accounts/makers.ts'
import { type ActDeps, recordAct } from '../../audit/record-act.ts'
import { endPause, setPause } from '../../breaker/maker-pauses.ts'
import type { Database } from '../../db/tables.ts'
import { makerStats } from '../../fills/maker-stats.ts'
import { findMaker, findMakers } from '../../operator/makers.ts'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Handlers } from '../http/routes.ts'
import { actorOf } from './operator-key.ts'

type MakersRooms = Pick<OperatorRooms, 'platform' | 'pausedMakers' | 'node'>

/** Makers and their pauses. */
export function operatorMakerHandlers(rooms: MakersRooms): Handlers<typeof operatorMakerOperations> {
	const { platform, pausedMakers } = rooms
	const { clock, db } = platform
	const describe = async (makerId: string, database: Database = db.own): Promise<WireOf<typeof Maker>> =>
		Maker.format(await findMaker(rooms, { database, makerId }))
	/** Changes a maker, and records the affected values before and after the change. */
	const change = (
		{ act, request, makerId }: { act: AuditAct; request: FastifyRequest; makerId: string },
		affected: (maker: WireOf<typeof Maker>) => unknown,
		work: (within: ActDeps) => Promise<unknown>,
	) =>
		recordAct(platform, async within => {
			const before = affected(await describe(makerId, within.database))
			await work(within)
			const result = await describe(makerId, within.database)
			return { result, act: { act, actor: actorOf(request), subject: makerId, before, after: affected(result) } }
		})
	return {
		getMakers: async () => Makers.format(await findMakers(rooms, { database: db.own })),
		createMaker: async ({ body: { name, accounts, level }, request }) => {
			requireAccounts(platform, accounts)
			if (level !== undefined) requireLevel(platform, level)
			return recordAct(platform, async ({ database }) => {
				const { makerId } = await registerMaker({ database, clock }, { name, accounts })
				if (level !== undefined) for (const address of accounts) await setLevel(database, { address, level })
				const result = await describe(makerId, database)
				const after = { name, accounts: result.accounts }
				return { result, act: { act: 'maker_created', actor: actorOf(request), subject: makerId, after } }
			})
		},
		getMaker: async ({ params: { maker_id: makerId } }) => {
			const maker = await findMaker(rooms, { database: db.own, makerId })
			const stats = await makerStats(platform, { database: db.own, makerId, sessions: maker.sessions })
			return Maker.format({ ...maker, stats })
		},
		addMakerAccounts: async ({ params: { maker_id: makerId }, body: { accounts }, request }) => {
			const { name } = await findMaker(rooms, { database: db.own, makerId })
			requireAccounts(platform, accounts)
			return change({ act: 'maker_accounts_added', request, makerId }, accountsOf, ({ database }) =>
				registerMaker({ database, clock }, { name, makerId, accounts }),
			)
		},
		pauseMakerByOperator: async ({ params: { maker_id: makerId }, body, request }) => {
			const reason = body?.reason
			const pause = { makerId, by: 'operator', sinceMs: clock.nowMs() } as const
			const paused = await change({ act: 'maker_paused', request, makerId }, pausesIn, within =>
				setPause(within, { ...pause, ...(reason === undefined ? {} : { reason }) }),
			)
			await pausedMakers.refresh()
			return paused
		},
		resumeMakerByOperator: async ({ params: { maker_id: makerId }, request }) => {
			const resumed = await change({ act: 'maker_resumed', request, makerId }, pausesIn, async within => {
				for (const by of ['operator', 'breaker'] as const) await endPause(within, { makerId, by })
			})
			await pausedMakers.refresh()
			return resumed
		},
	}
}

const accountsOf = ({ accounts }: WireOf<typeof Maker>) => accounts
const pausesIn = ({ pauses }: WireOf<typeof Maker>) => pauses

/** The fee levels of users' and makers' accounts. */
export function operatorLevelHandlers(platform: Platform): Handlers<typeof operatorLevelOperations> {
	return {
		getLevel: async ({ params: { address } }) => {
			requireAccount(platform, { address, pointer: '/address' })
			return { address, level: await levelOf(platform.db.own, address) }
		},
		setLevel: async ({ params: { address }, body: { level }, request }) => {
			requireAccount(platform, { address, pointer: '/address' })
			requireLevel(platform, level)
			return await recordAct(platform, async ({ database }) => {
				const before = { level: await levelOf(database, address) }
				await setLevel(database, { address, level })
				const act = { act: 'level_set', actor: actorOf(request), subject: address, before, after: { level } } as const
				return { result: { address, level }, act }
			})
		},
	}
}

function requireAccounts(platform: Platform, accounts: readonly string[]): void {
	for (const [at, address] of accounts.entries()) requireAccount(platform, { address, pointer: `/accounts/${at}` })
}

/** For the operator, an account on another network also counts as an invalid address. */
export function requireAccount({ market }: Platform, { address, pointer }: { address: string; pointer: string }): void {
	const { networkId } = market
	if (findAccountViolations(networkId, { address, pointer }).length === 0) return
	const item = { pointer, expected: `the address of an account on network ${networkId}`, found: address }
	throw TradeError.fromViolations([{ code: 'invalid_address', item }])
}

/** A level is a row of the fee table. */
function requireLevel({ feeInfo }: Platform, level: number): void {
	const { perLevelPlatformFee: levels } = feeInfo
	if (level < levels.length) return
	const expected = `0 to ${levels.length - 1}: a row of the fee table`
	const item = { pointer: '/level', expected, found: String(level) }
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
