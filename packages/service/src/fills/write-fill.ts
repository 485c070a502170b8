import { type Amount, type Clock, Decimal } from '@accord/protocol'
import type { Kysely } from 'kysely'
import { lockAccounts } from '../db/advisory-lock.ts'
import { sqlStateOf } from '../db/database-error.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { signedLimitOrderRow } from '../intents/accepted-intent.ts'
import { isStillCovered } from '../intents/account-funds.ts'
import type { CheckedIntent } from '../intents/open-intents-check.ts'
import { selectOpenIntents } from '../intents/open-intents-table.ts'
import type { ValidatedOrder } from '../intents/validate-order.ts'
import type { Market } from '../market/market.ts'
import { insertFill, type PartToFill } from './fills-table.ts'
import { storedMints } from './minting-fills-table.ts'
import { isStillPromised, type PromisedMints } from './promised-mints.ts'

// The guarantee: a fill is written only if it was validated against all open intents of its account, and what it mints against
// those of its customers; the accounts' locks keep them from changing between this check and the write.

export type WriteFillDeps = { readonly db: Kysely<Tables>; readonly clock: Clock; readonly market: Market }

type FillToWrite = {
	readonly intent: CheckedIntent
	readonly part: Pick<PartToFill, 'partId' | 'orderHash'>
	readonly makerId: string
	readonly receivedAtMs: number
	/** What it mints on credit. */
	readonly promised?: PromisedMints | undefined
}

/** `stale`: its account, its part or its hash has changed since it was validated; it must be validated again. */
export type WrittenFill = 'written' | 'stale'

/** Writes a validated fill with its `started` entry. */
export async function writeFill(deps: WriteFillDeps, fill: FillToWrite): Promise<WrittenFill> {
	const { validated } = fill.intent
	const { promised } = fill
	try {
		return await inTransaction(deps.db, async trx => {
			const customers = promised?.customers.map(({ account }) => account) ?? []
			await lockAccounts(trx, [validated.account, ...customers])
			const open = await selectOpenIntents(trx, [validated.account])
			if (!isStillCovered({ ...fill.intent, wanted: wantedOf(validated, promised), open })) return 'stale'
			if (promised !== undefined && !(await isStillPromised(trx, promised))) return 'stale'
			return (await insertFill(trx, rowOf(deps, fill))) ? 'written' : 'stale'
		})
	} catch (error) {
		if (sqlStateOf(error) === uniqueViolation) return 'stale'
		throw error
	}
}

function rowOf({ clock }: WriteFillDeps, { intent, part, makerId, receivedAtMs, promised }: FillToWrite) {
	const fill = {
		...signedLimitOrderRow(intent, { acceptedAtMs: clock.nowMs() }),
		part_id: part.partId,
		order_hash: part.orderHash,
		maker_id: makerId,
		state: 'started' as const,
		mints: promised === undefined ? null : storedMints(promised.mints),
		minted: promised?.forItself === undefined ? null : Decimal.format(promised.forItself),
	}
	return { fill, receivedAtMs }
}

/** What a fill takes of its account's own. */
export function wantedOf(
	{ withdrawn }: Pick<ValidatedOrder, 'withdrawn'>,
	promised: PromisedMints | undefined,
): Amount {
	const { symbol, amount } = withdrawn
	return { symbol, amount: Decimal.subtract(amount, promised?.forItself ?? Decimal.zero) }
}

const uniqueViolation = '23505'
