import { type Amount, Decimal } from '@accord/protocol'
import type { Transaction } from 'kysely'
import { announceBundles } from '../bundles/announce-bundles.ts'
import type { WrappedBundle } from '../bundles/bundles-table.ts'
import { type WrapBundleDeps, wrapBundle } from '../bundles/wrap-bundle.ts'
import { lockAccounts } from '../db/advisory-lock.ts'
import { isConflict } from '../db/database-error.ts'
import type { Tables } from '../db/tables.ts'
import { commitWith, type NextReader } from '../db/together.ts'
import { inOneTransaction, inTransaction } from '../db/transaction.ts'
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
import type { Platform } from '../platform/platform.ts'
import { type BundleOfFill, type FillOfPart, insertFills, type PartToFill } from './fills-table.ts'
import { storedMints } from './minting-fills-table.ts'
import { isStillPromised, type PromisedMints } from './promised-mints.ts'

// The guarantee: a fill is written only if it was validated against all open intents of its account, and what it mints against
// those of its customers; the accounts' locks keep them from changing between this check and the write. Fills that are written
// together count against each other. An order that one of them fills whole is published with it, unless something is in the way.

export type WriteFillsDeps = {
	readonly platform: Platform
	readonly intents: WrapBundleDeps['intents']
	/** Where orders are published that the fills complete together with others. */
	readonly filledOrders: NextReader<{ readonly orderHashes: readonly string[]; readonly nowMs: number }>
	/** Where those who wait for bundles read them: whether they have been told. */
	readonly solverReads: NextReader<void, boolean>
}

export type FillToWrite = {
	readonly intent: CheckedIntent
	readonly part: Pick<PartToFill, 'partId' | 'orderHash' | 'wholeOrder'>
	readonly makerId: string
	readonly receivedAtMs: number
	/** What it mints on credit. Such a fill is written by itself. */
	readonly promised?: PromisedMints | undefined
}

type Transact = typeof inTransaction

/** `stale`: its account, its part or its hash has changed since it was validated; it must be validated again. */
export type WrittenFill = 'written' | 'stale'

/** With its row, and the bundle of an order that it fills whole. */
type PreparedFill = FillToWrite & { readonly row: FillOfPart; readonly bundle?: BundleOfFill }

/** What became of fills, and how to tell of it once it is committed. */
type Outcome = { readonly outcomes: WrittenFill[]; readonly tell: () => void }

/**
 * Writes validated fills of one maker with their `started` entries. A hash that is already known violates a unique key. What the fills
 * complete is left to whoever publishes what is filled.
 */
export async function writeFills(deps: WriteFillsDeps, fills: readonly FillToWrite[]): Promise<WrittenFill[]> {
	if (fills.length === 0) return []
	const prepared = fills.map(fill => ({ ...fill, row: rowOf(deps, fill) }))
	return told(await writeEach(deps, prepared, inTransaction))
}

/**
 * The same, with the bundles of the orders that the fills complete. Nothing is written if there is nothing to publish, or if another
 * transaction holds it up: no fill is lost because that cannot be done now.
 */
export async function writePublishing(
	deps: WriteFillsDeps,
	fills: readonly FillToWrite[],
): Promise<WrittenFill[] | 'held_up' | 'nothing_to_publish'> {
	const prepared = fills.map(fill => prepare(deps, fill))
	if (prepared.every(({ bundle }) => bundle === undefined)) return 'nothing_to_publish'
	try {
		return told(await writeEach(deps, prepared, inOneTransaction))
	} catch (error) {
		if (!isConflict(error)) throw error
		return 'held_up'
	}
}

function told({ outcomes, tell }: Outcome): WrittenFill[] {
	tell()
	return outcomes
}

async function writeEach(deps: WriteFillsDeps, fills: readonly PreparedFill[], transact: Transact): Promise<Outcome> {
	return (await writeIfCertain(deps, fills, transact)) ?? (await writeStillCovered(deps, fills, transact))
}

function prepare(deps: WriteFillsDeps, fill: FillToWrite): PreparedFill {
	const row = rowOf(deps, fill)
	const bundle = bundleOf(deps, fill, row)
	return { ...fill, row, ...(bundle && { bundle: { ...bundle, fill_hash: hashOf(fill) } }) }
}

/** Undefined, too, if it cannot be wrapped: whoever publishes what is filled says why. */
function bundleOf(
	deps: WriteFillsDeps,
	{ part, promised }: FillToWrite,
	{ fill }: FillOfPart,
): WrappedBundle | undefined {
	const { wholeOrder, orderHash } = part
	if (wholeOrder === undefined || promised !== undefined) return undefined
	try {
		return wrapBundle(deps, { orderHash, items: [wholeOrder, fill] })
	} catch {
		return undefined
	}
}

/**
 * Writes fills that their accounts certainly cover by what is known of them, and compares that with what they have opened in the same
 * message. Undefined: nothing is written.
 */
async function writeIfCertain(
	deps: WriteFillsDeps,
	fills: readonly PreparedFill[],
	transact: Transact,
): Promise<Outcome | undefined> {
	const known = certainlyCovered(fills)
	if (known === undefined) return undefined
	return await transact(deps.platform.db.own, async trx => {
		await lockAccounts(trx, fills.map(accountOf))
		const outcome = await write(trx, deps, { fills, wanted: fills, onlyIf: haveOpenedNoMore(known) })
		return outcome.outcomes.includes('written') ? outcome : undefined
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

function writeStillCovered(deps: WriteFillsDeps, fills: readonly PreparedFill[], transact: Transact): Promise<Outcome> {
	const accounts = [...new Set(fills.map(accountOf))]
	const customers = fills.flatMap(({ promised }) => promised?.customers.map(({ account }) => account) ?? [])
	return transact(deps.platform.db.own, async trx => {
		await lockAccounts(trx, [...accounts, ...customers])
		const wanted = stillCovered(fills, await selectOpenIntents(trx, accounts))
		const [first] = wanted
		const isPromised = first?.promised === undefined || (await isStillPromised(trx, first.promised))
		if (first === undefined || !isPromised) return { outcomes: fills.map(() => 'stale'), tell: () => {} }
		return await write(trx, deps, { fills, wanted })
	})
}

type ToWrite = {
	readonly fills: readonly PreparedFill[]
	/** Those of them to write. */
	readonly wanted: readonly PreparedFill[]
} & Pick<Parameters<typeof insertFills>[0], 'onlyIf'>

/** Writes fills, and commits. */
async function write(
	trx: Transaction<Tables>,
	{ platform: { clock, bus }, ...deps }: WriteFillsDeps,
	{ fills, wanted, ...of }: ToWrite,
): Promise<Outcome> {
	const nowMs = clock.nowMs()
	const bundles = wanted.flatMap(({ bundle }) => bundle ?? [])
	const others = wanted.filter(({ bundle }) => bundle === undefined).map(({ part }) => part.orderHash)
	const makerId = wanted[0]?.makerId ?? ''
	const publish = bundles.length === 0 ? {} : { publish: { bundles, nowMs } }
	const inserted = insertFills({ ...of, ...publish, makerId, fills: wanted.map(({ row }) => row) })
	const nextFilled =
		others.length === 0 ? undefined : deps.filledOrders.next({ orderHashes: [...new Set(others)], nowMs })
	const nextBundles = bundles.length === 0 ? undefined : deps.solverReads.next()
	const [written, noteFilled, handOver] = await commitWith(trx, [inserted, nextFilled, nextBundles])
	const { published } = written
	return {
		outcomes: fills.map(fill => (wanted.includes(fill) && written.fills.has(hashOf(fill)) ? 'written' : 'stale')),
		tell: () => {
			noteFilled?.()
			announceBundles(bus, { published, handOver })
			if (published.length > 0) bus.publish('order', { orderHashes: published })
		},
	}
}

/** Those that their account still covers, each alongside those before it; of a part, and with a hash, only the first. */
function stillCovered(fills: readonly PreparedFill[], open: readonly OpenIntentOfAccount[]): PreparedFill[] {
	const all = [...open]
	const wanted: PreparedFill[] = []
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

function rowOf(
	{ platform: { clock } }: WriteFillsDeps,
	{ intent, part, makerId, receivedAtMs, promised }: FillToWrite,
): FillOfPart {
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
