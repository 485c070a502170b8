import type { TransactionInfo } from '@accord/codec'
import { Decimal, type TracedRoot } from '@accord/protocol'
import { formatAmount } from '../format/format-amount.ts'
import { shortId } from '../format/short-id.ts'
import type { LedgerChange, PieceChange } from '../session/gateway.ts'
import { balanceChanges, type Participant } from '../trades/balance-changes.ts'
import { feeAccount } from '../trades/trace-labels.ts'
import { type Check, fails, holds, unknown } from './check.ts'
import { type CheckContext, type CheckedIntent, symbolFor } from './check-intent.ts'

/** Sums by token: a symbol, or the address of a token that is not traded here. */
type Sums = ReadonlyMap<string, Decimal>

type Settled = {
	readonly root: TracedRoot
	readonly changes: readonly LedgerChange[]
	readonly pieceChanges: readonly PieceChange[]
	readonly info: TransactionInfo
}
type Context = CheckContext & { readonly intents: readonly CheckedIntent[] }

/**
 * Each account's losses and gains according to the Gateway, compared with the service's account and with the signed
 * terms.
 */
export function checkBalances({ root, changes, pieceChanges, info }: Settled, context: Context): Check[] {
	const moved = (account: string) =>
		sumsOf(
			changes.filter(({ entity }) => entity === account),
			context,
		)
	const movedHere = (account: string) => traded(moved(account), context)
	const hasOther = otherReasons(root, info, context)
	const claimed = claimedChanges(root, context)
	return [
		...claimed.map(({ name, account, sums }) =>
			hasOther(account) ? mixed(`Balance: ${name}`) : compare({ name, claimed: sums, found: movedHere(account) }),
		),
		...limitsIn(root, context).map(({ name, account, least }) =>
			hasOther(account) ? mixed(`Limit: ${name}`) : checkLimit({ name, least, found: moved(account) }),
		),
		checkPieces(
			pieceChanges,
			claimed.filter(({ account }) => !hasOther(account)),
		),
	]
}

/** Whether a check is about what parties may take at most, not about what the ledger did. */
export function isAboutLimits({ title }: Check): boolean {
	return (
		title.startsWith('Limit: ') ||
		title === 'Non-fungibles' ||
		(title.startsWith('Balance: ') && title !== 'Balance: User')
	)
}

/** No order moves a non-fungible, and the service never mentions one: any that the Gateway lists for a party is unexplained. */
function checkPieces(changes: readonly PieceChange[], parties: readonly Claimed[]): Check {
	const moved = changes.flatMap(change => {
		const party = parties.find(({ account }) => account === change.entity)
		return party === undefined ? [] : [`${party.name} ${textOfPieces(change)}`]
	})
	if (moved.length > 0)
		return fails('Non-fungibles', `${moved.join('; ')} by the Gateway, but nothing of it was signed or is shown.`)
	if (parties.length === 0) return mixed('Non-fungibles')
	const whose = parties.map(({ name }) => name).join(', ')
	return holds('Non-fungibles', `None gained or lost by ${whose} according to the Gateway; none was signed.`)
}

/** `−#1# and +#2# of resource_…`. */
function textOfPieces({ resource, added, removed }: PieceChange): string {
	const ids = [...removed.map(id => `−${id}`), ...added.map(id => `+${id}`)]
	return `${ids.slice(0, piecesShownMax).join(' and ')}${ids.length > piecesShownMax ? ' and more' : ''} of ${shortId(resource)}`
}

const piecesShownMax = 5

function mixed(title: string): Check {
	return unknown(title, 'The account also takes part in something else in this transaction, so its sums prove nothing.')
}

/** Only traded tokens, because the service mentions no others. */
function traded(sums: Sums, { tokens }: Context): Sums {
	return new Map([...sums].filter(([symbol]) => tokens.has(symbol)))
}

/**
 * Whether an account gained or lost something in this transaction that this trade does not explain; the accounts
 * include the solver's.
 */
function otherReasons(root: TracedRoot, info: TransactionInfo, context: Context): (account: string) => boolean {
	const items = context.trace.items.filter(({ subintentId }) => root.subintentIds.includes(subintentId))
	const own = new Set(items.flatMap(({ subintentId, outer }) => [subintentId, outer?.subintentId]))
	const others = info.subintents.filter(({ subintentId }) => !own.has(subintentId))
	const text = JSON.stringify([info.instructions, others.map(({ instructions }) => instructions)])
	const signers = new Set(limitsIn(root, context).map(({ account }) => account))
	return account => (account === root.solver ? signers.has(account) : text.includes(account))
}

type Claimed = { readonly name: string; readonly account: string; readonly sums: Sums }

/** The service's statement about every account; an account with several fills is listed once. */
function claimedChanges(root: TracedRoot, { trace }: Context): Claimed[] {
	const settles = (id: string) => root.subintentIds.includes(id)
	const parties = balanceChanges({
		...trace,
		state: settles(trace.subintentId) ? trace.state : 'published',
		parts: trace.parts.filter(({ fill }) => fill !== undefined && settles(fill.subintentId)),
		roots: [root],
	})
	const service = trace.items.map(({ outer }) => outer && feeAccount(outer.manifest)).find(found => found !== undefined)
	const byAccount = new Map<string, Claimed>()
	for (const party of parties) {
		const account = party.account ?? (party.role === 'service' ? service : undefined)
		if (account === undefined) continue
		const known = byAccount.get(account)
		const sums = known === undefined ? netOf(party) : added(known.sums, netOf(party))
		byAccount.set(account, { name: known?.name ?? party.name, account, sums })
	}
	return [...byAccount.values()]
}

/** The Gateway lists the network's fee separately from everything else that the solver's account gained or lost. */
function netOf({ role, changes }: Participant): Sums {
	const counted = role === 'solver' ? changes.filter(({ reason }) => reason !== 'Network fee') : changes
	return addedUp(counted)
}

type Limit = { readonly name: string; readonly account: string; readonly least: Sums }

/**
 * The most that each account may lose and the least that it must receive, computed only from the account's signed
 * bytes.
 */
function limitsIn(root: TracedRoot, { intents, tokens }: Context): Limit[] {
	const signed = intents.flatMap(({ name, subintentId, terms }) => {
		if (terms === undefined || !root.subintentIds.includes(subintentId)) return []
		const { account, withdrawn, buy } = terms
		const amounts = [
			{ symbol: symbolFor(withdrawn.resource, tokens), amount: Decimal.negate(withdrawn.amount) },
			{ symbol: symbolFor(buy.resource, tokens), amount: buy.amount },
		]
		return [{ name, account, least: addedUp(amounts) }]
	})
	const byAccount = new Map<string, Limit>()
	for (const limit of signed) {
		const known = byAccount.get(limit.account)
		byAccount.set(limit.account, known === undefined ? limit : { ...known, least: added(known.least, limit.least) })
	}
	return [...byAccount.values()]
}

function compare({ name, claimed, found }: { name: string; claimed: Sums; found: Sums }): Check {
	const [says, is] = [textOf(claimed), textOf(found)]
	return says === is
		? holds(`Balance: ${name}`, `${is}, by the Gateway and by the service.`)
		: fails(`Balance: ${name}`, `${is} by the Gateway, but ${says} by the service.`)
}

function checkLimit({ name, least, found }: { name: string; least: Sums; found: Sums }): Check {
	const isKept = [...least].every(([symbol, amount]) => (found.get(symbol) ?? Decimal.zero) >= amount)
	const signed = `${textOf(least)} at worst by the signed bytes`
	return isKept
		? holds(`Limit: ${name}`, `${signed}; ${textOf(found)} by the Gateway.`)
		: fails(`Limit: ${name}`, `${signed}, but ${textOf(found)} by the Gateway.`)
}

function sumsOf(changes: readonly LedgerChange[], { tokens }: Context): Sums {
	return addedUp(changes.map(({ resource, change }) => ({ symbol: symbolFor(resource, tokens), amount: change })))
}

function addedUp(amounts: readonly { symbol: string; amount: Decimal }[]): Sums {
	const sums = new Map<string, Decimal>()
	for (const { symbol, amount } of amounts) sums.set(symbol, Decimal.add(sums.get(symbol) ?? Decimal.zero, amount))
	return sums
}

function added(some: Sums, more: Sums): Sums {
	return addedUp([...some, ...more].map(([symbol, amount]) => ({ symbol, amount })))
}

/** `−100.1 XRD and +5 xUSDC`, without zero sums. */
function textOf(sums: Sums): string {
	const parts = [...sums]
		.filter(([, amount]) => amount !== Decimal.zero)
		.toSorted(([a], [b]) => (a < b ? -1 : 1))
		.map(([symbol, amount]) => `${Decimal.isPositive(amount) ? '+' : ''}${formatAmount(amount)} ${symbol}`)
	return parts.length === 0 ? 'no change' : parts.join(' and ')
}
