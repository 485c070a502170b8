import { type Amount, type Clock, Decimal } from '@accord/protocol'
import type { Kysely, Transaction } from 'kysely'
import { lockAccounts } from '../db/advisory-lock.ts'
import type { Tables } from '../db/tables.ts'
import { commitAndHandOver, type NextReader } from '../db/together.ts'
import { inTransaction } from '../db/transaction.ts'
import { signedLimitOrderRow } from '../intents/accepted-intent.ts'
import { certainlyLeft, isStillCovered } from '../intents/account-funds.ts'
import type { CheckedIntent } from '../intents/open-intents-check.ts'
import {
	haveOpenedNoMore,
	type KnownIntents,
	type OpenIntentOfAccount,
	selectOpenIntents,
} from '../intents/open-intents-table.ts'
import type { ValidatedOrder } from '../intents/validate-order.ts'
import { type FillOfPart, insertFills, type PartToFill } from './fills-table.ts'
import { storedMints } from './minting-fills-table.ts'
import { isStillPromised, type PromisedMints } from './promised-mints.ts'

// The guarantee: a fill is written only if it was validated against all open intents of its account, and what it mints against
// those of its customers; the accounts' locks keep them from changing between this check and the write. Fills that are written
// together count against each other.

export type WriteFillsDeps = {
	readonly db: Kysely<Tables>
	readonly clock: Clock
	/** Where orders are published that the fills complete. */
	readonly filledOrders: NextReader<{ readonly orderHashes: readonly string[]; readonly nowMs: number }>
}

export type FillToWrite = {
	readonly intent: CheckedIntent
	readonly part: Pick<PartToFill, 'partId' | 'orderHash'>
	readonly makerId: string
	readonly receivedAtMs: number
	/** What it mints on credit. Such a fill is written by itself. */
	readonly promised?: PromisedMints | undefined
}

/** `stale`: its account, its part or its hash has changed since it was validated; it must be validated again. */
export type WrittenFill = 'written' | 'stale'

/** Writes validated fills of one maker with their `started` entries. A hash that is already known violates a unique key. */
export async function writeFills(deps: WriteFillsDeps, fills: readonly FillToWrite[]): Promise<WrittenFill[]> {
	if (fills.length === 0) return []
	return (await writeIfCertain(deps, fills)) ?? (await writeStillCovered(deps, fills))
}

/**
 * Writes fills that their accounts certainly cover by what is known of them, and compares that with what they have opened in the same
 * message. Undefined: nothing is written.
 */
async function writeIfCertain(deps: WriteFillsDeps, fills: readonly FillToWrite[]): Promise<WrittenFill[] | undefined> {
	const known = certainlyCovered(fills)
	const [first] = fills
	if (known === undefined || first === undefined) return undefined
	return await inTransaction(deps.db, async trx => {
		await lockAccounts(trx, fills.map(accountOf))
		const written = await write(trx, deps, { makerId: first.makerId, fills, onlyIf: haveOpenedNoMore(known) })
		return written.size === 0 ? undefined : fills.map(fill => (written.has(hashOf(fill)) ? 'written' : 'stale'))
	})
}

/** What may be open beside fills without each having to be looked at; undefined if that cannot be said. */
function certainlyCovered(fills: readonly FillToWrite[]): readonly KnownIntents[] | undefined {
	const isDistinct = [hashOf, partOf].every(of => new Set(fills.map(of)).size === fills.length)
	if (!isDistinct || fills.some(({ promised }) => promised !== undefined)) return undefined
	const groups = Map.groupBy(fills, fill => `${accountOf(fill)} ${fill.intent.validated.withdrawn.symbol}`)
	const known = [...groups.values()].map(group => knownOf(group))
	const isCovered = known.every(({ left }) => (left === undefined ? fills.length === 1 : left.amount >= 0n))
	return isCovered ? known : undefined
}

/** Of fills of one account that sell the same. */
function knownOf(fills: readonly FillToWrite[]): KnownIntents {
	const [account = ''] = fills.map(accountOf)
	const left = certainlyLeft(fills.map(({ intent }) => ({ ...intent, wanted: intent.validated.withdrawn })))
	const hashes = fills.flatMap(({ intent }) => intent.checkedAgainst.map(({ subintentHash }) => subintentHash))
	return { account, hashes: [...new Set(hashes)], ...(left === undefined ? {} : { left }) }
}

function writeStillCovered(deps: WriteFillsDeps, fills: readonly FillToWrite[]): Promise<WrittenFill[]> {
	const accounts = [...new Set(fills.map(accountOf))]
	const customers = fills.flatMap(({ promised }) => promised?.customers.map(({ account }) => account) ?? [])
	return inTransaction(deps.db, async trx => {
		await lockAccounts(trx, [...accounts, ...customers])
		const wanted = stillCovered(fills, await selectOpenIntents(trx, accounts))
		const [first] = wanted
		if (first === undefined) return fills.map(() => 'stale')
		if (first.promised !== undefined && !(await isStillPromised(trx, first.promised))) return fills.map(() => 'stale')
		const written = await write(trx, deps, { makerId: first.makerId, fills: wanted })
		return fills.map(fill => (wanted.includes(fill) && written.has(hashOf(fill)) ? 'written' : 'stale'))
	})
}

/** Writes fills, and commits; returns the hashes of those written. */
async function write(
	trx: Transaction<Tables>,
	deps: WriteFillsDeps,
	{ fills, ...of }: Omit<Parameters<typeof insertFills>[0], 'fills'> & { readonly fills: readonly FillToWrite[] },
): Promise<ReadonlySet<string>> {
	const orderHashes = [...new Set(fills.map(({ part }) => part.orderHash))]
	const next = deps.filledOrders.next({ orderHashes, nowMs: deps.clock.nowMs() })
	return await commitAndHandOver(trx, insertFills({ ...of, fills: fills.map(fill => rowOf(deps, fill)) }), next)
}

/** Those that their account still covers, each alongside those before it; of a part, and with a hash, only the first. */
function stillCovered(fills: readonly FillToWrite[], open: readonly OpenIntentOfAccount[]): FillToWrite[] {
	const all = [...open]
	const wanted: FillToWrite[] = []
	for (const fill of fills) {
		const ofAccount = all.filter(({ account }) => account === accountOf(fill))
		const isTaken = wanted.some(other => partOf(other) === partOf(fill) || hashOf(other) === hashOf(fill))
		const taken = wantedOf(fill.intent.validated, fill.promised)
		if (isTaken || !isStillCovered({ ...fill.intent, wanted: taken, open: ofAccount })) continue
		wanted.push(fill)
		all.push(openIntentOf(fill))
	}
	return wanted
}

function openIntentOf({ intent: { validated } }: FillToWrite): OpenIntentOfAccount {
	const { subintentHash, subintentId, account, withdrawn, hasPrefix } = validated
	return { subintentHash, subintentId, account, role: 'fill', withdrawn, hasPrefix }
}

function accountOf({ intent }: FillToWrite): string {
	return intent.validated.account
}

function partOf({ part }: FillToWrite): string {
	return part.partId
}

function hashOf({ intent }: FillToWrite): string {
	return intent.validated.subintentHash
}

function rowOf({ clock }: WriteFillsDeps, { intent, part, makerId, receivedAtMs, promised }: FillToWrite): FillOfPart {
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
