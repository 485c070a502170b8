import { type Clock, type Maker, TradeError } from '@accord/protocol'
import { sql } from 'kysely'
import { apiKeys } from '../accounts/api-keys.ts'
import { pausesInForce } from '../breaker/maker-pauses.ts'
import type { Database } from '../db/tables.ts'
import type { RunningNode } from './operator-rooms.ts'

type MakersRooms = {
	readonly platform: { readonly clock: Clock }
	/** The sessions of makers. */
	readonly node: Pick<RunningNode, 'sessionsOf'>
}

/** Where makers are looked up: a lane, or the transaction that changes them. */
type Among = { readonly database: Database; readonly makerId?: string }

/** One maker or all of them, with accounts, keys, pauses and sessions, in order of registration. */
export async function findMakers({ platform, node }: MakersRooms, { database, makerId }: Among): Promise<Maker[]> {
	const { clock } = platform
	const [makers, accounts, keys, pauses] = await Promise.all([
		selectMakers(database, makerId),
		selectAccounts(database, makerId),
		apiKeys({ database, clock }, makerId),
		pausesInForce(database, clock.nowMs()),
	])
	return makers.map(row => ({
		makerId: row.maker_id,
		name: row.name,
		createdAtMs: Number(row.created_at_ms),
		accounts: accounts
			.filter(({ maker_id }) => maker_id === row.maker_id)
			.map(({ address, level }) => ({ address, level })),
		keys: keys.filter(key => key.makerId === row.maker_id),
		pauses: pauses.filter(pause => pause.makerId === row.maker_id).map(({ makerId: _, ...pause }) => pause),
		sessions: node.sessionsOf(row.maker_id),
		openParts: row.open_parts,
		openFills: row.open_fills,
	}))
}

/** One maker. @throws TradeError `unknown_maker` */
export async function findMaker(rooms: MakersRooms, of: Required<Among>): Promise<Maker> {
	const [maker] = await findMakers(rooms, of)
	if (maker === undefined) throw new TradeError('unknown_maker', `there is no maker ${of.makerId.slice(0, 128)}`)
	return maker
}

type MakerRow = {
	readonly maker_id: string
	readonly name: string
	readonly created_at_ms: bigint
	readonly open_parts: number
	readonly open_fills: number
}

async function selectMakers(db: Database, makerId?: string): Promise<MakerRow[]> {
	const one = makerId === undefined ? sql`` : sql`where maker_id = ${makerId}`
	const { rows } = await sql<MakerRow>`
		select maker_id, name, created_at_ms,
			coalesce(asked.parts, 0)::int4 as open_parts, coalesce(started.fills, 0)::int4 as open_fills
		from maker
		left join (select maker_id, count(*) as parts from part where state = 'asked' group by maker_id) asked
			using (maker_id)
		left join (select maker_id, count(*) as fills from fill where state = 'started' group by maker_id) started
			using (maker_id)
		${one}
		order by created_at_ms, maker_id`.execute(db)
	return rows
}

type AccountRow = { readonly maker_id: string; readonly address: string; readonly level: number }

async function selectAccounts(db: Database, makerId?: string): Promise<AccountRow[]> {
	return await db
		.selectFrom('maker_account')
		.leftJoin('account_level', 'account_level.address', 'maker_account.address')
		.select(['maker_account.maker_id', 'maker_account.address'])
		.select(({ fn, val }) => fn.coalesce('account_level.level', val(0)).as('level'))
		.$if(makerId !== undefined, query => query.where('maker_account.maker_id', '=', makerId ?? ''))
		.orderBy('maker_account.created_at_ms')
		.orderBy('maker_account.address')
		.execute()
}
