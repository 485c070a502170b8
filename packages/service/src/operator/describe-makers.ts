import { type ApiKeyWire, type Clock, type MakerWire, TradeError } from '@accord/protocol'
import { type ApiKey, apiKeyState, apiKeys } from '../accounts/api-keys.ts'
import { formatPause } from '../api/maker/pauses-wire.ts'
import { pausesInForce } from '../breaker/maker-pauses.ts'
import type { Database } from '../db/tables.ts'
import { selectAccounts, selectMakers } from './makers-table.ts'

export type DescribeMakersDeps = {
	readonly db: Database
	readonly clock: Clock
	/** Sessions that a maker has open at this node. */
	readonly sessionsOf: (makerId: string) => number
}

/** Every maker, or one, with its accounts, keys, pauses and sessions. */
export async function describeMakers(deps: DescribeMakersDeps, makerId?: string): Promise<MakerWire[]> {
	const { db, clock, sessionsOf } = deps
	const nowMs = clock.nowMs()
	const [makers, accounts, keys, pauses] = await Promise.all([
		selectMakers(db, makerId),
		selectAccounts(db, makerId),
		apiKeys(db, makerId),
		pausesInForce(db, nowMs),
	])
	return makers.map(({ maker_id: id, name, created_at_ms: createdAtMs, open_parts, open_fills }) => ({
		maker_id: id,
		name,
		created_at_ms: Number(createdAtMs),
		accounts: accounts.filter(({ maker_id: owner }) => owner === id).map(({ address, level }) => ({ address, level })),
		keys: keys.filter(key => key.makerId === id).map(key => formatApiKey(key, nowMs)),
		pauses: pauses.filter(pause => pause.makerId === id).map(formatPause),
		sessions: sessionsOf(id),
		open_parts,
		open_fills,
	}))
}

/** One maker. @throws TradeError `unknown_maker` */
export async function describeMaker(deps: DescribeMakersDeps, makerId: string): Promise<MakerWire> {
	const [maker] = await describeMakers(deps, makerId)
	if (maker === undefined) throw new TradeError('unknown_maker', `there is no maker ${makerId.slice(0, 128)}`)
	return maker
}

/** What is told of a key. */
export function formatApiKey(key: ApiKey, nowMs: number): ApiKeyWire {
	const { label, expiresAtMs, revokedAtMs, lastUsedAtMs } = key
	return {
		key_id: key.keyId,
		maker_id: key.makerId,
		prefix: key.prefix,
		state: apiKeyState(key, nowMs),
		created_at_ms: key.createdAtMs,
		...(label === undefined ? {} : { label }),
		...(expiresAtMs === undefined ? {} : { expires_at_ms: expiresAtMs }),
		...(revokedAtMs === undefined ? {} : { revoked_at_ms: revokedAtMs }),
		...(lastUsedAtMs === undefined ? {} : { last_used_at_ms: lastUsedAtMs }),
	}
}
