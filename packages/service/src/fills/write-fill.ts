import type { Clock } from '@accord/protocol'
import type { Kysely } from 'kysely'
import { lockAccount } from '../db/advisory-lock.ts'
import { sqlStateOf } from '../db/database-error.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Market } from '../market/market.ts'
import { isJudgedBeside } from '../orders/account-funds.ts'
import type { JudgedIntent } from '../orders/judge-beside.ts'
import { selectOpenIntents } from '../orders/open-intents-table.ts'
import { signedLimitOrderRow } from '../orders/signed-limit-order-row.ts'
import { insertFill, type PartToFill } from './fills-table.ts'

// The guarantee: what is written here was judged beside all that its account has open, held still by the account's lock
// from the reading to the writing.

export type WriteFillDeps = { readonly db: Kysely<Tables>; readonly clock: Clock; readonly market: Market }

type FillToWrite = {
	readonly intent: JudgedIntent
	readonly part: Pick<PartToFill, 'partId' | 'orderHash'>
	readonly makerId: string
	readonly receivedAtMs: number
}

/** `stale`: since it was judged something has happened to its account, to its part or to its hash; it must be judged anew. */
export type WrittenFill = 'written' | 'stale'

/** Writes a judged fill with its `started` entry. */
export async function writeFill(deps: WriteFillDeps, fill: FillToWrite): Promise<WrittenFill> {
	const { judged } = fill.intent
	try {
		return await inTransaction(deps.db, async trx => {
			await lockAccount(trx, judged.account)
			const open = await selectOpenIntents(trx, [judged.account])
			if (!isJudgedBeside(deps.market, { ...fill.intent, wanted: judged.withdrawn, open })) return 'stale'
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
