import type { Database } from '../db/tables.ts'

export async function upsertMaker(
	db: Database,
	maker: { makerId: string; name: string; nowMs: number },
): Promise<void> {
	await db
		.insertInto('maker')
		.values({ maker_id: maker.makerId, name: maker.name, last_sequence: 0n, created_at_ms: maker.nowMs })
		.onConflict(conflict => conflict.column('maker_id').doUpdateSet({ name: maker.name }))
		.execute()
}

/** Accounts that are already registered, for any maker, are left unchanged. */
export async function insertMakerAccounts(
	db: Database,
	{ makerId, addresses, nowMs }: { makerId: string; addresses: readonly string[]; nowMs: number },
): Promise<void> {
	if (addresses.length === 0) return
	const rows = addresses.map(address => ({ address, maker_id: makerId, created_at_ms: nowMs }))
	await db
		.insertInto('maker_account')
		.values(rows)
		.onConflict(conflict => conflict.doNothing())
		.execute()
}

/** The maker's accounts, in order of registration. */
export async function accountsOfMaker(db: Database, makerId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('maker_account')
		.select('address')
		.where('maker_id', '=', makerId)
		.orderBy('created_at_ms')
		.orderBy('address')
		.execute()
	return rows.map(row => row.address)
}

export async function selectMakerOfAccount(db: Database, address: string): Promise<string | undefined> {
	const row = await db.selectFrom('maker_account').select('maker_id').where('address', '=', address).executeTakeFirst()
	return row?.maker_id
}

/** The makers to which any of these accounts belongs. */
export async function selectMakersOfAccounts(db: Database, addresses: readonly string[]): Promise<string[]> {
	const rows = await db
		.selectFrom('maker_account')
		.select('maker_id')
		.distinct()
		.where('address', 'in', addresses)
		.orderBy('maker_id')
		.execute()
	return rows.map(row => row.maker_id)
}

/** The highest level that any account has. */
export async function selectLevelMax(db: Database): Promise<number> {
	const row = await db
		.selectFrom('account_level')
		.select(({ fn }) => fn.max('level').as('highest'))
		.executeTakeFirst()
	return row?.highest ?? 0
}

/** An account's fee level: the index of its entry in the fee table; 0 if none was set. */
export async function levelOf(db: Database, address: string): Promise<number> {
	const row = await db.selectFrom('account_level').select('level').where('address', '=', address).executeTakeFirst()
	return row?.level ?? 0
}

export async function setLevel(db: Database, { address, level }: { address: string; level: number }): Promise<void> {
	await db
		.insertInto('account_level')
		.values({ address, level })
		.onConflict(conflict => conflict.column('address').doUpdateSet({ level }))
		.execute()
}

/** Throws if the fee table is too short for the accounts' levels. */
export async function requireLevels(db: Database, levels: readonly unknown[]): Promise<void> {
	const row = await db
		.selectFrom('account_level')
		.select(({ fn }) => fn.max('level').as('highest'))
		.executeTakeFirst()
	const highest = row?.highest ?? 0
	if (highest < levels.length) return
	throw new Error(`levels: an account is at level ${highest}, but the highest level with a fee is ${levels.length - 1}`)
}
