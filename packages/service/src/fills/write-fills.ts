import type { Transaction } from 'kysely'
import { announceBundles } from '../bundles/announce-bundles.ts'
import { lockAccounts } from '../db/advisory-lock.ts'
import type { Tables } from '../db/tables.ts'
import { commitWith, type NextReader } from '../db/together.ts'
import { inTransaction } from '../db/transaction.ts'
import { isStillCovered } from '../intents/account-funds.ts'
import {
	type OpenIntentOfAccount,
	openIntentsOfPayers,
	payerRows,
	selectOpenIntents,
} from '../intents/open-intents-table.ts'
import type { Platform } from '../platform/platform.ts'
import { type FillToWrite, hashOf, openIntentOf, partOf, payersOfFill, rowOf, wantedOf } from './fill-to-write.ts'
import { insertFills } from './fills-table.ts'
import { isStillPromised } from './promised-mint.ts'

// The guarantee: a fill is written only if it was validated against all open intents of its account, and its mint
// against its customer's open fills. The accounts' locks keep them from changing between this check and the write.
// Fills that are written together count against each other. An order completed by one of them is published with it.

export type WriteFillsDeps = {
	readonly platform: Platform
	/** Publishes orders that are completed by these fills together with others. */
	readonly filledOrders: NextReader<{ readonly orderHashes: readonly string[]; readonly nowMs: number }>
	/** Hands bundles to the readers that are waiting for them; returns whether it did. */
	readonly solverReads: NextReader<void, boolean>
}

/** `stale`: its account, its part or its hash has changed since it was validated, so it must be validated again. */
export type WrittenFill = 'written' | 'stale'

/** The hashes of the fills that were written, and a function that announces them once the transaction has ended. */
type Written = { readonly hashes: ReadonlySet<string>; readonly tell: () => void }

/**
 * Writes validated fills with their `started` entries and their bundles. A hash that is already known
 * violates a unique key. Orders completed without a bundle are left to the publishing loop.
 */
export async function writeFills(
	deps: WriteFillsDeps,
	fills: readonly FillToWrite[],
	transact = inTransaction,
): Promise<WrittenFill[]> {
	if (fills.length === 0) return []
	const customers = fills.flatMap(({ promised }) => promised?.customer?.account ?? [])
	const { wanted, hashes, tell } = await transact(deps.platform.db.own, async trx => {
		await lockAccounts(trx, [...fills.flatMap(payersOfFill), ...customers])
		const wanted = await stillCovered(trx, fills)
		return { wanted, ...(await write(trx, deps, wanted)) }
	})
	tell()
	return fills.map(fill => (wanted.includes(fill) && hashes.has(hashOf(fill)) ? 'written' : 'stale'))
}

/** The fills that their accounts still cover and whose mint its customer's allowance covers. */
async function stillCovered(trx: Transaction<Tables>, fills: readonly FillToWrite[]): Promise<readonly FillToWrite[]> {
	const wanted = coveredAmong(fills, await selectOpenIntents(trx, [...new Set(fills.flatMap(payersOfFill))]))
	const promised = wanted[0]?.promised
	const isPromised = promised === undefined || (await isStillPromised(trx, promised))
	return isPromised ? wanted : []
}

/** Each is checked alongside those before it; only the first fill of a part, and the first with a hash, counts. */
function coveredAmong(fills: readonly FillToWrite[], open: readonly OpenIntentOfAccount[]): FillToWrite[] {
	const all = [...open]
	const wanted: FillToWrite[] = []
	for (const fill of fills) {
		const ofPayers = openIntentsOfPayers(all, payersOfFill(fill))
		const isTaken = wanted.some(other => partOf(other) === partOf(fill) || hashOf(other) === hashOf(fill))
		const taken = wantedOf(fill.intent.validated, fill.promised)
		if (isTaken || !isStillCovered({ ...fill.intent, wanted: taken, open: ofPayers })) continue
		wanted.push(fill)
		all.push(openIntentOf(fill))
	}
	return wanted
}

async function write(
	trx: Transaction<Tables>,
	{ platform: { clock, bus }, filledOrders, solverReads }: WriteFillsDeps,
	wanted: readonly FillToWrite[],
): Promise<Written> {
	if (wanted.length === 0) return { hashes: new Set(), tell: () => {} }
	// One time for all: an order is not published before it is filled.
	const nowMs = clock.nowMs()
	const bundles = wanted.flatMap(fill => (fill.bundle ? { ...fill.bundle, fill_hash: hashOf(fill) } : []))
	const others = wanted.filter(({ bundle }) => bundle === undefined).map(({ part }) => part.orderHash)
	const inserted = insertFills({
		fills: wanted.map(fill => rowOf(fill, nowMs)),
		payers: wanted.flatMap(({ intent }) => payerRows(intent.validated)),
		...(bundles.length > 0 && { publish: { bundles, nowMs } }),
	})
	const nextFilled = others.length === 0 ? undefined : filledOrders.next({ orderHashes: [...new Set(others)], nowMs })
	const nextBundles = bundles.length === 0 ? undefined : solverReads.next()
	const [{ fills: hashes, published }, noteFilled, handOver] = await commitWith(trx, [
		inserted,
		nextFilled,
		nextBundles,
	])
	const tell = () => {
		noteFilled?.()
		announceBundles(bus, { published, handOver })
	}
	return { hashes, tell }
}
