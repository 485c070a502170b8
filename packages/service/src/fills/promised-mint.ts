import type { GatewayClient, InstamintCustomer, InstamintState, LimitOrderReading } from '@accord/ledger'
import { Decimal, TradeError } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { InstamintReads } from '../instamint/instamint-reads.ts'
import { committedAmong } from '../intents/account-funds.ts'
import { type Mint, type MintingFill, selectMintingFills } from './minting-fills-table.ts'

// The guarantee: an open fill's mint counts against its customer's allowance, just as the loans do, until the fill has
// ended, so no part of an allowance is promised twice, not even to fills of different accounts. The preview finds out
// whether a mint succeeds, and the ledger itself enforces every allowance.

export type AllowanceDeps = {
	readonly gateway: Pick<GatewayClient, 'subintentStatus'>
	/** Absent if Instamint is not offered; then nothing can be minted. */
	readonly instamint?: Pick<InstamintReads, 'component' | 'stateOf'> | undefined
}

/** A fill's mint, and the state it was checked against. */
export type PromisedMint = {
	readonly mint: Mint
	/** Absent if there is no such customer, which the preview reports. */
	readonly customer: InstamintCustomer | undefined
	readonly state: InstamintState
	/** The open fills of its customer, and which of them the loans already reflect. */
	readonly open: readonly MintingFill[]
	readonly committed: ReadonlySet<string>
	/**
	 * How much less the fill needs from its account's balance, if it mints what it sells into that account. Absent
	 * otherwise, since only a preview can tell the effect on the account.
	 */
	readonly forItself?: Decimal
}

/** The parts of a fill that its mint depends on. */
type MintingOrder = { readonly reading: Pick<LimitOrderReading, 'mint' | 'terms'> }

/**
 * A fill's mint, if it fits its customer's allowance alongside the loans and the mints of its open fills.
 * @throws TradeError `allowance_exceeded`, `ledger_unavailable`
 */
export async function promiseMint(
	{ gateway, instamint }: AllowanceDeps,
	{ database, reading }: MintingOrder & { readonly database: Database },
): Promise<PromisedMint | undefined> {
	const { mint: read } = reading
	if (instamint === undefined || read === undefined || read.component !== instamint.component) return undefined
	const { localId, resource, amount } = read
	// Read in this order: the state, which is read second, includes every fill that ended before the first statement.
	const open = await selectMintingFills(database, localId)
	const state = await instamint.stateOf(numberOf(localId)).catch(undefinedIfNotOffered)
	if (state === undefined) return undefined
	const mint = { customer: localId, resource, amount }
	const [customer] = state.customers
	const promised = { mint, customer, state, open, committed: new Set<string>() }
	const checked = beyond(promised) === undefined ? promised : await withCommitted(gateway, promised)
	const refusal = beyond(checked)
	if (refusal !== undefined) throw refusal
	const forItself = mintedForItself(checked, reading)
	return { ...checked, ...(forItself === undefined ? {} : { forItself }) }
}

/** The customers are numbered from 1 by the component; one beyond any number of them does not exist. */
function numberOf(localId: string): number {
	return Math.min(Number(localId.slice(1, -1)), Number.MAX_SAFE_INTEGER)
}

/**
 * Whether it also fits alongside the mints of its customer's fills opened since then; called while holding the lock of
 * its account. Fills that have ended since then count, too: they may have settled after the loans were read.
 */
export async function isStillPromised(db: Database, promised: PromisedMint): Promise<boolean> {
	const now = await selectMintingFills(db, promised.mint.customer)
	const all = new Map([...promised.open, ...now].map(fill => [fill.subintentHash, fill]))
	return beyond({ ...promised, open: [...all.values()] }) === undefined
}

/** The open fills that the loans already reflect are looked up only before refusing. */
async function withCommitted(gateway: AllowanceDeps['gateway'], promised: PromisedMint): Promise<PromisedMint> {
	const { stateVersion } = promised.state
	return { ...promised, committed: new Set(await committedAmong(gateway, { stateVersion, open: promised.open })) }
}

/** The refusal, if the customer would owe more than its allowance. */
function beyond({ customer, ...promised }: PromisedMint): TradeError | undefined {
	if (customer === undefined) return undefined
	const claimed = claimedBy(customer, promised)
	if (claimed <= customer.allowanceXrd) return undefined
	const allowance = Decimal.format(customer.allowanceXrd)
	const expected = `loans and mints of customer ${customer.id} worth at most ${allowance} XRD together`
	const loans = Decimal.format(customer.loanValueXrd)
	const found = `${Decimal.format(claimed)} XRD: this mint, those of open fills, and loans of ${loans} XRD`
	return TradeError.fromViolations([{ code: 'allowance_exceeded', item: { expected, found } }])
}

/**
 * The value in XRD, with each resource rounded up as in the component; a resource without a price there cannot be
 * minted.
 */
function claimedBy(
	customer: InstamintCustomer,
	{ mint, open, committed, state }: Omit<PromisedMint, 'customer'>,
): Decimal {
	const amounts = new Map(customer.loans)
	const undecided = open.filter(({ subintentHash }) => !committed.has(subintentHash))
	for (const each of [...undecided.flatMap(fill => fill.mints), mint]) {
		if (each.customer !== mint.customer) continue
		amounts.set(each.resource, Decimal.add(amounts.get(each.resource) ?? Decimal.zero, each.amount))
	}
	const values = [...amounts].map(([resource, amount]) =>
		Decimal.mulUp(amount, state.tokens.get(resource)?.priceXrd ?? Decimal.zero),
	)
	return Decimal.sum(values)
}

/** If the component cannot be read, nothing can be minted; the preview reports why. */
function undefinedIfNotOffered(error: unknown): undefined {
	if (!(error instanceof TradeError) || error.code !== 'instamint_not_offered') throw error
}

function mintedForItself(
	{ mint, customer }: Pick<PromisedMint, 'mint' | 'customer'>,
	{ terms }: MintingOrder['reading'],
): Decimal | undefined {
	if (customer === undefined || customer.account !== terms?.account) return undefined
	return mint.resource === terms.sell.resource ? Decimal.min(mint.amount, terms.withdrawn.amount) : undefined
}
