import type { GatewayClient, InstamintCustomer, InstamintState, LimitOrderReading } from '@accord/ledger'
import { Decimal, integerLocalId, TradeError } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import { committedAmong } from '../intents/account-funds.ts'
import { type MintingFill, type PromisedMint, selectMintingFills } from './minting-fills-table.ts'

// The guarantee: an open fill's mint counts against its customer's allowance, just as the loans do, until the fill has
// ended, so no part of an allowance is promised twice, not even to fills of different accounts. The preview finds out
// whether a mint succeeds, and the ledger itself enforces every allowance.

export type AllowanceDeps = {
	readonly gateway: Pick<GatewayClient, 'subintentStatus'>
	/** Absent if Instamint is not offered; then only the preview decides. */
	readonly instamint?: { state(): Promise<InstamintState> } | undefined
}

/** A fill's mints, and the state they were checked against. */
export type PromisedMints = {
	readonly mints: readonly PromisedMint[]
	readonly customers: readonly InstamintCustomer[]
	readonly state: InstamintState
	/** The open fills of its customers, and which of them the loans already reflect. */
	readonly open: readonly MintingFill[]
	readonly committed: ReadonlySet<string>
	/**
	 * How much less the fill needs from its account's balance, if its prefix only mints what it sells into that account.
	 * Absent for any other prefix, since only a preview can tell its effect on the account.
	 */
	readonly forItself?: Decimal
}

/** The parts of a fill that its mints depend on. */
type MintingOrder = {
	readonly reading: Pick<LimitOrderReading, 'mints' | 'prefixLength' | 'terms'>
}

/**
 * A fill's mints, if they fit its customers' allowances alongside their loans and the mints of their open fills.
 * @throws TradeError `allowance_exceeded`, `ledger_unavailable`
 */
export async function promiseMints(
	deps: AllowanceDeps,
	{ database, reading }: MintingOrder & { readonly database: Database },
): Promise<PromisedMints | undefined> {
	const read = reading.mints ?? []
	if (deps.instamint === undefined || read.length === 0) return undefined
	// Read in this order: the state, which is read second, includes every fill that ended before the first statement.
	const localIds = read.map(({ localId }) => localId)
	const open = await selectMintingFills(database, localIds)
	const state = await deps.instamint.state().catch(undefinedIfNotOffered)
	if (state === undefined) return undefined
	const own = read.filter(({ component }) => component === state.component)
	const mints = own.map(({ localId, resource, amount }) => ({ customer: localId, resource, amount }))
	if (mints.length === 0) return undefined
	const customers = state.customers.filter(({ id }) => localIds.includes(integerLocalId(id)))
	const promised = { mints, customers, state, open, committed: new Set<string>() }
	const checked = beyond(promised) === undefined ? promised : await withCommitted(deps, promised)
	const refusal = beyond(checked)
	if (refusal !== undefined) throw refusal
	const forItself = mintedForItself(checked, reading)
	return { ...checked, ...(forItself === undefined ? {} : { forItself }) }
}

/**
 * Whether it also fits alongside the mints of its customers' fills opened since then; called while holding the locks of
 * their accounts. Fills that have ended since then count, too: they may have settled after the loans were read.
 */
export async function isStillPromised(db: Database, promised: PromisedMints): Promise<boolean> {
	const customers = promised.mints.map(({ customer }) => customer)
	const now = await selectMintingFills(db, customers)
	const all = new Map([...promised.open, ...now].map(fill => [fill.subintentHash, fill]))
	return beyond({ ...promised, open: [...all.values()] }) === undefined
}

/** The open fills that the loans already reflect are looked up only before refusing. */
async function withCommitted({ gateway }: AllowanceDeps, promised: PromisedMints): Promise<PromisedMints> {
	const { stateVersion } = promised.state
	return { ...promised, committed: new Set(await committedAmong(gateway, { stateVersion, open: promised.open })) }
}

/** The refusal, if one of the customers would owe more than its allowance. */
function beyond(promised: PromisedMints): TradeError | undefined {
	for (const customer of promised.customers) {
		const claimed = claimedBy(customer, promised)
		if (claimed <= customer.allowanceXrd) continue
		const allowance = Decimal.format(customer.allowanceXrd)
		const expected = `loans and mints of customer ${customer.id} worth at most ${allowance} XRD together`
		const loans = Decimal.format(customer.loanValueXrd)
		const found = `${Decimal.format(claimed)} XRD: this mint, those of open fills, and loans of ${loans} XRD`
		return TradeError.fromViolations([{ code: 'allowance_exceeded', item: { expected, found } }])
	}
	return undefined
}

/**
 * The value in XRD, with each resource rounded up as in the component; a resource without a price there cannot be
 * minted.
 */
function claimedBy(customer: InstamintCustomer, { mints, open, committed, state }: PromisedMints): Decimal {
	const amounts = new Map(customer.loans)
	const undecided = open.filter(({ subintentHash }) => !committed.has(subintentHash))
	for (const mint of [...undecided.flatMap(fill => fill.mints), ...mints]) {
		if (mint.customer !== integerLocalId(customer.id)) continue
		amounts.set(mint.resource, Decimal.add(amounts.get(mint.resource) ?? Decimal.zero, mint.amount))
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

/** The two proofs and the mint: three instructions, one of which mints, leave room for nothing else. */
const mintPrefixLength = 3

function mintedForItself(
	{ mints, customers }: Pick<PromisedMints, 'mints' | 'customers'>,
	{ prefixLength, terms }: MintingOrder['reading'],
): Decimal | undefined {
	const [mint] = mints
	const [customer] = customers
	if (mint === undefined || prefixLength !== mintPrefixLength) return undefined
	if (customer?.account !== terms?.account || mint.resource !== terms?.sell.resource) return undefined
	return Decimal.min(mint.amount, terms.withdrawn.amount)
}
