import type { Clock } from '@accord/protocol'
import type { Kysely } from 'kysely'
import { lockAccount } from '../db/advisory-lock.ts'
import { sqlStateOf } from '../db/database-error.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { signedLimitOrderRow } from '../intents/accepted-intent.ts'
import { isStillCovered } from '../intents/account-funds.ts'
import type { CheckedIntent } from '../intents/open-intents-check.ts'
import { selectOpenIntents } from '../intents/open-intents-table.ts'
import type { Market } from '../market/market.ts'
import { insertFill, type PartToFill } from './fills-table.ts'

// The guarantee: a fill is written only if it was validated against all open intents of its account, which the account's lock
// keeps from changing between this check and the write.

export type WriteFillDeps = { readonly db: Kysely<Tables>; readonly clock: Clock; readonly market: Market }

type FillToWrite = {
	readonly intent: CheckedIntent
	readonly part: Pick<PartToFill, 'partId' | 'orderHash'>
	readonly makerId: string
	readonly receivedAtMs: number
}

/** `stale`: its account, its part or its hash has changed since it was validated; it must be validated again. */
export type WrittenFill = 'written' | 'stale'

/** Writes a validated fill with its `started` entry. */
export async function writeFill(deps: WriteFillDeps, fill: FillToWrite): Promise<WrittenFill> {
	const { validated } = fill.intent
	try {
		return await inTransaction(deps.db, async trx => {
			await lockAccount(trx, validated.account)
			const open = await selectOpenIntents(trx, [validated.account])
			if (!isStillCovered({ ...fill.intent, wanted: validated.withdrawn, open })) return 'stale'
			return (await insertFill(trx, rowOf(deps, fill))) ? 'written' : 'stale'
		})
	} catch (error) {
		if (sqlStateOf(error) === uniqueViolation) return 'stale'
		throw error
	}
}

function rowOf({ clock }: WriteFillDeps, { intent, part, makerId, receivedAtMs }: FillToWrite) {
	const fill = {
		...signedLimitOrderRow(intent, { acceptedAtMs: clock.nowMs() }),
		part_id: part.partId,
		order_hash: part.orderHash,
		maker_id: makerId,
		state: 'started' as const,
	}
	return { fill, receivedAtMs }
}

const uniqueViolation = '23505'
