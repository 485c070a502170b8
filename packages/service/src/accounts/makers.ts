import { randomBytes } from 'node:crypto'
import { type Clock, TradeError } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Database, Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { insertMakerAccounts, requireLevels, selectMakerOfAccount, setLevel, upsertMaker } from './accounts-table.ts'
import { importApiKey } from './api-keys.ts'

// The guarantee: an account belongs to one maker, permanently; repeating a registration changes nothing.

type MakerRegistration = {
	readonly name: string
	/** If present, creates or updates that maker; if absent, creates a new one. */
	readonly makerId?: string
	readonly accounts: readonly string[]
}

/** Creates a maker, or renames an existing one and adds accounts. @throws TradeError `account_taken` */
export async function registerMaker(
	{ database, clock }: { database: Kysely<Tables>; clock: Clock },
	{ name, makerId = newMakerId(), accounts }: MakerRegistration,
): Promise<{ makerId: string }> {
	const nowMs = clock.nowMs()
	await inTransaction(database, async trx => {
		await upsertMaker(trx, { makerId, name, nowMs })
		await insertMakerAccounts(trx, { makerId, addresses: accounts, nowMs })
		for (const address of accounts) await requireOwner(trx, { makerId, address })
	})
	return { makerId }
}

async function requireOwner(db: Database, { makerId, address }: { makerId: string; address: string }): Promise<void> {
	const owner = await selectMakerOfAccount(db, address)
	if (owner === makerId) return
	throw new TradeError('account_taken', `the account ${address} is registered for another maker (${owner})`)
}

function newMakerId(): string {
	return randomBytes(16).toString('hex')
}

/** Registers the makers, keys and levels in the configuration; those from earlier starts stay. */
export async function registerConfigured(
	{ database, clock }: { database: Kysely<Tables>; clock: Clock },
	{ networkId, makers, accountLevels, levels }: Pick<Config, 'networkId' | 'makers' | 'accountLevels' | 'levels'>,
): Promise<void> {
	for (const { name, makerId = name, accounts, apiKey } of makers) {
		await registerMaker({ database, clock }, { name, makerId, accounts })
		if (apiKey !== undefined) await importApiKey({ database, clock, networkId }, { makerId, apiKey })
	}
	for (const account of accountLevels) await setLevel(database, account)
	await requireLevels(database, levels)
}
