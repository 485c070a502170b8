import { type Clock, TradeError } from '@accord/protocol'
import { type ApiKey, apiKeys } from '../accounts/api-keys.ts'
import { type MakerPause, pausesInForce } from '../breaker/maker-pauses.ts'
import type { Database } from '../db/tables.ts'
import { selectAccounts, selectMakers } from './makers-table.ts'

export type DescribeMakersDeps = {
	readonly db: Database
	readonly clock: Clock
	/** Sessions that a maker has open at this node. */
	readonly sessionsOf: (makerId: string) => number
}

/** A maker as the operator sees it. */
export type MakerDescription = {
	readonly makerId: string
	readonly name: string
	readonly createdAtMs: number
	readonly accounts: readonly { readonly address: string; readonly level: number }[]
	readonly keys: readonly ApiKey[]
	/** In force now. */
	readonly pauses: readonly MakerPause[]
	/** Open at this node. */
	readonly sessions: number
	readonly openParts: number
	readonly openFills: number
}

/** Every maker, or one, with its accounts, keys, pauses and sessions. */
export async function describeMakers(deps: DescribeMakersDeps, makerId?: string): Promise<MakerDescription[]> {
	const { db, clock, sessionsOf } = deps
	const [makers, accounts, keys, pauses] = await Promise.all([
		selectMakers(db, makerId),
		selectAccounts(db, makerId),
		apiKeys(db, makerId),
		pausesInForce(db, clock.nowMs()),
	])
	return makers.map(({ maker_id: id, name, created_at_ms: createdAtMs, open_parts, open_fills }) => ({
		makerId: id,
		name,
		createdAtMs: Number(createdAtMs),
		accounts: accounts.filter(({ maker_id: owner }) => owner === id).map(({ address, level }) => ({ address, level })),
		keys: keys.filter(key => key.makerId === id),
		pauses: pauses.filter(pause => pause.makerId === id),
		sessions: sessionsOf(id),
		openParts: open_parts,
		openFills: open_fills,
	}))
}

/** One maker. @throws TradeError `unknown_maker` */
export async function describeMaker(deps: DescribeMakersDeps, makerId: string): Promise<MakerDescription> {
	const [maker] = await describeMakers(deps, makerId)
	if (maker === undefined) throw new TradeError('unknown_maker', `there is no maker ${makerId.slice(0, 128)}`)
	return maker
}
