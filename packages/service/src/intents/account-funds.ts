import { callGateway, type GatewayClient } from '@accord/ledger'
import { type Amount, Decimal, TradeError } from '@accord/protocol'
import type { Market } from '../market/market.ts'

/** An accepted order or fill that has not ended, so that its withdrawal may still happen. */
export type OpenIntent = {
	readonly subintentHash: string
	readonly subintentId: string
	/** The sell amount and both fees. */
	readonly withdrawn: Amount
	readonly hasPrefix: boolean
}

/** An account's balance of a token at one state version, and which open intents it already reflects. */
export type AccountFunds = {
	readonly stateVersion: number
	readonly held: Decimal
	readonly committed: ReadonlySet<string>
}

/** The basis of an intent's check: its account's open intents at that time, and its funds. */
export type CheckedFunds = {
	readonly checkedAgainst: readonly OpenIntent[]
	/** Absent for an intent with a prefix, whose funds only a preview can determine. */
	readonly funds?: AccountFunds
}

type FundsGateway = Pick<GatewayClient, 'balance' | 'subintentStatus'>
type Claims = { readonly wanted: Amount; readonly open: readonly OpenIntent[] }

/**
 * How much the account lacks for the wanted withdrawal and those of its open intents together; undefined if it holds
 * enough. Intents with a prefix are not counted, because a prefix may provide its own funds; instead, the preview runs
 * them together.
 */
export function fundsShortfall({ funds, wanted, open }: Claims & { funds: AccountFunds }): Decimal | undefined {
	const claims = open.filter(({ subintentHash, hasPrefix, withdrawn }) => {
		return withdrawn.symbol === wanted.symbol && !hasPrefix && !funds.committed.has(subintentHash)
	})
	const claimed = Decimal.sum([wanted.amount, ...claims.map(({ withdrawn }) => withdrawn.amount)])
	return claimed > funds.held ? Decimal.subtract(claimed, funds.held) : undefined
}

/**
 * Whether an earlier check still holds: the account's funds must also cover what it has opened since. Intents that have
 * ended since count as well, because they may have settled after the balance was read. With any prefix, only another
 * preview of all of them can tell.
 */
export function isStillCovered({ checkedAgainst, funds, wanted, open }: Claims & CheckedFunds): boolean {
	const opened = without(open, checkedAgainst)
	if (opened.length === 0) return true
	const ended = without(checkedAgainst, open)
	if (funds === undefined || [...open, ...ended].some(({ hasPrefix }) => hasPrefix)) return false
	return fundsShortfall({ funds, wanted, open: [...open, ...ended] }) === undefined
}

function without(intents: readonly OpenIntent[], others: readonly OpenIntent[]): OpenIntent[] {
	const hashes = new Set(others.map(({ subintentHash }) => subintentHash))
	return intents.filter(({ subintentHash }) => !hashes.has(subintentHash))
}

/**
 * Returns the account's funds if they cover the wanted withdrawal alongside the open ones. Before refusing, it looks up
 * which open intents are committed: those already reflected in the balance, according to its state version, do not
 * count.
 * @throws TradeError `insufficient_funds`, `ledger_unavailable`
 */
export async function requireFunds(
	{ gateway, market }: { gateway: FundsGateway; market: Market },
	{ account, wanted, open }: Claims & { account: string },
): Promise<AccountFunds> {
	const atFirst = await readFunds(gateway, { account, resource: market.token(wanted.symbol).resourceAddress })
	if (fundsShortfall({ funds: atFirst, wanted, open }) === undefined) return atFirst
	const funds = await withCommitted(gateway, { funds: atFirst, wanted, open })
	const shortfall = fundsShortfall({ funds, wanted, open })
	if (shortfall === undefined) return funds
	throw insufficientFunds(wanted, { held: funds.held, shortfall })
}

/** The refusal of a withdrawal that the account cannot pay, with how much it lacks. */
function insufficientFunds(
	{ symbol, amount }: Amount,
	{ held, shortfall }: { held: Decimal; shortfall: Decimal },
): TradeError {
	const open = Decimal.subtract(Decimal.add(held, shortfall), amount)
	const text = (some: Decimal) => `${Decimal.format(some)} ${symbol}`
	const others = Decimal.isZero(open) ? '' : `, and ${text(open)} for its open intents`
	const missing = { missing_amount: { symbol, amount: Decimal.format(shortfall) } }
	const item = {
		expected: `at least ${text(amount)} in the account for this${others}`,
		found: `${text(held)}, ${text(shortfall)} too little`,
		...missing,
	}
	return TradeError.fromViolations([{ code: 'insufficient_funds', item }], missing)
}

/** Requests only this token: anyone can fill an account with thousands of others. */
async function readFunds(
	gateway: FundsGateway,
	{ account, resource }: { account: string; resource: string },
): Promise<AccountFunds> {
	const { stateVersion, amount } = await callGateway(() => gateway.balance(account, resource))
	return { stateVersion, held: Decimal.parse(amount), committed: new Set() }
}

/**
 * The funds with the open intents that they already reflect, which are looked up oldest first until the funds suffice.
 */
async function withCommitted(
	gateway: FundsGateway,
	{ funds, wanted, open }: Claims & { funds: AccountFunds },
): Promise<AccountFunds> {
	const committed = new Set<string>()
	const known = { ...funds, committed }
	for (let at = 0; at < open.length; at += statusBatchSize) {
		const { stateVersion } = funds
		const found = await committedAmong(gateway, { stateVersion, open: open.slice(at, at + statusBatchSize) })
		for (const subintentHash of found) committed.add(subintentHash)
		if (fundsShortfall({ funds: known, wanted, open }) === undefined) break
	}
	return known
}

const statusBatchSize = 16

/** The hashes of the intents that were committed by this state version. */
export async function committedAmong(
	gateway: Pick<FundsGateway, 'subintentStatus'>,
	{ stateVersion, open }: { stateVersion: number; open: readonly Pick<OpenIntent, 'subintentHash' | 'subintentId'>[] },
): Promise<readonly string[]> {
	const statuses = await Promise.all(
		open.map(async ({ subintentHash, subintentId }) => {
			const { status, finalizedAtStateVersion } = await callGateway(() => gateway.subintentStatus(subintentId))
			const isCommitted =
				status === 'CommittedSuccess' && (finalizedAtStateVersion ?? Number.POSITIVE_INFINITY) <= stateVersion
			return isCommitted ? [subintentHash] : []
		}),
	)
	return statuses.flat()
}
