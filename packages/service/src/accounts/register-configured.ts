import type { Clock } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Tables } from '../db/tables.ts'
import { importApiKey } from './api-keys.ts'
import { requireLevels, setLevel } from './levels.ts'
import { registerMaker } from './makers.ts'

/** Registers the makers, keys and levels that the configuration names; those of earlier starts stay. */
export async function registerConfigured(
	{ db, clock }: { db: Kysely<Tables>; clock: Clock },
	{ networkId, makers, accountLevels, levels }: Pick<Config, 'networkId' | 'makers' | 'accountLevels' | 'levels'>,
): Promise<void> {
	for (const { name, makerId = name, accounts, apiKey } of makers) {
		await registerMaker({ db, clock }, { name, makerId, accounts })
		if (apiKey !== undefined) await importApiKey({ db, clock, networkId }, { makerId, apiKey })
	}
	for (const account of accountLevels) await setLevel(db, account)
	await requireLevels(db, levels)
}
