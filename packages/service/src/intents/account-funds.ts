import type { GatewayClient } from '@accord/ledger'
import { type Amount, Decimal, TradeError } from '@accord/protocol'
import { callGateway } from '../gateway/call-gateway.ts'
import type { Market } from '../market/market.ts'

/** An accepted order or fill that has not ended: its withdrawal may still happen. */
export type OpenIntent = {
	readonly subintentHash: string
	readonly subintentId: string
	/** Sell amount and both fees. */
	readonly withdrawn: Amount
	readonly hasPrefix: boolean
}

/** What an account holds of each resource at one state version, and which open intents are already part of that. */
export type AccountFunds = {
	readonly stateVersion: number
	readonly amounts: ReadonlyMap<string, Decimal>
	readonly committed: ReadonlySet<string>
}

/** What an intent was validated against of its account: the open intents that were known, and what it held. */
export type CheckedFunds = {
	readonly checkedAgainst: readonly OpenIntent[]
	/** Absent for an intent with a prefix, whose funds only a preview can tell. */
	readonly funds?: AccountFunds
}

type FundsGateway = Pick<GatewayClient, 'balances' | 'subintentStatus'>
type Claims = { readonly wanted: Amount; readonly open: readonly OpenIntent[] }

/**
 * What the account lacks for the wanted withdrawal and those of its open intents together; nothing if it holds enough.
 * Intents with a prefix are not counted, since a prefix may bring its own funds: the preview holds them against each other.
 */
export function shortOfFunds(
	market: Market,
	{ funds, wanted, open }: Claims & { funds: AccountFunds },
): Decimal | undefined {
	const claims = open.filter(({ subintentHash, hasPrefix, withdrawn }) => {
		return withdrawn.symbol === wanted.symbol && !hasPrefix && !funds.committed.has(subintentHash)
	})
	const claimed = Decimal.sum([wanted.amount, ...claims.map(({ withdrawn }) => withdrawn.amount)])
	const held = funds.amounts.get(market.token(wanted.symbol).resourceAddress) ?? Decimal.zero
	return claimed > held ? Decimal.subtract(claimed, held) : undefined
}

/**
 * Whether what the account has opened since does not matter to the judgement: its funds suffice for all. What has ended
 * since counts too: it may have settled, and what it took is not missing yet in a balance read before.
 */
export function isStillCovered(
	market: Market,
	{ checkedAgainst, funds, wanted, open }: Claims & CheckedFunds,
): boolean {
	const opened = without(open, checkedAgainst)
	if (opened.length === 0) return true
	const ended = without(checkedAgainst, open)
	if (funds === undefined || [...opened, ...ended].some(({ hasPrefix }) => hasPrefix)) return false
	return shortOfFunds(market, { funds, wanted, open: [...open, ...ended] }) === undefined
}

function without(intents: readonly OpenIntent[], others: readonly OpenIntent[]): OpenIntent[] {
	const hashes = new Set(others.map(({ subintentHash }) => subintentHash))
	return intents.filter(({ subintentHash }) => !hashes.has(subintentHash))
}

/**
 * The account's funds, which cover the wanted withdrawal beside the open ones. Before refusing, it asks which open intents
 * are committed: only those that were not at the balance's own state version count.
 * @throws TradeError `insufficient_funds`, `ledger_unavailable`
 */
export async function requireFunds(
	{ gateway, market }: { gateway: FundsGateway; market: Market },
	{ account, wanted, open }: Claims & { account: string },
): Promise<AccountFunds> {
	const atFirst = await readFunds(gateway, account)
	if (shortOfFunds(market, { funds: atFirst, wanted, open }) === undefined) return atFirst
	const funds = await withCommitted({ gateway, market }, { funds: atFirst, wanted, open })
	const lacking = shortOfFunds(market, { funds, wanted, open })
	if (lacking === undefined) return funds
	throw insufficientFunds(wanted, lacking)
}

/** The refusal of a withdrawal that the account cannot pay. */
export function insufficientFunds(wanted: Amount, lacking: Decimal): TradeError {
	const needed = `${Decimal.format(wanted.amount)} ${wanted.symbol} beside what its open intents withdraw`
	const found = `${Decimal.format(lacking)} ${wanted.symbol} less than that`
	return TradeError.fromViolations([{ code: 'insufficient_funds', item: { expected: needed, found } }])
}

async function readFunds(gateway: FundsGateway, account: string): Promise<AccountFunds> {
	const { stateVersion, amounts } = await callGateway(() => gateway.balances(account))
	const held = [...amounts].map(([resource, amount]) => [resource, Decimal.parse(amount)] as const)
	return { stateVersion, amounts: new Map(held), committed: new Set() }
}

/** The same funds, and which open intents they are already without: asked oldest first, until they suffice. */
async function withCommitted(
	{ gateway, market }: { gateway: FundsGateway; market: Market },
	{ funds, wanted, open }: Claims & { funds: AccountFunds },
): Promise<AccountFunds> {
	const committed = new Set<string>()
	const known = { ...funds, committed }
	for (let at = 0; at < open.length; at += askedAtOnce) {
		const { stateVersion } = funds
		const found = await committedAmong(gateway, { stateVersion, open: open.slice(at, at + askedAtOnce) })
		for (const subintentHash of found) committed.add(subintentHash)
		if (shortOfFunds(market, { funds: known, wanted, open }) === undefined) break
	}
	return known
}

const askedAtOnce = 16

async function committedAmong(
	gateway: FundsGateway,
	{ stateVersion, open }: { stateVersion: number; open: readonly OpenIntent[] },
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
