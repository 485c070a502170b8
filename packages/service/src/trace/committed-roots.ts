import { decompileTransaction, type GatewayClient, readTransaction } from '@accord/ledger'
import { Decimal, type TracedRootWire } from '@accord/protocol'
import type { Market } from '../market/market.ts'
import { LruCache } from './lru-cache.ts'

/** A committed transaction without what it settled. */
export type CommittedRoot = Omit<TracedRootWire, 'subintent_ids'>

type CommittedDetails = Awaited<ReturnType<GatewayClient['committedDetails']>>

type CommittedRootsDeps = {
	readonly gateway: Pick<GatewayClient, 'committedDetails'>
	readonly market: Pick<Market, 'networkId' | 'tokenByAddress'>
	readonly onError: (error: unknown) => void
}

/** In characters. A root over 16 items has some 40,000 of them. */
const keptMax = 8_000_000
const askedAtOnceMax = 8

/**
 * Solvers' transactions as the ledger has them. What the Gateway gave once is kept; whoever would be the ninth to ask at
 * the same time is told nothing instead of waiting, and so is everybody while the Gateway does not answer.
 */
export class CommittedRoots {
	readonly #deps: CommittedRootsDeps
	readonly #kept = new LruCache<CommittedRoot>({ max: keptMax, sizeOf: ({ manifest }) => manifest.length })
	readonly #asking = new Map<string, Promise<CommittedRoot | undefined>>()

	constructor(deps: CommittedRootsDeps) {
		this.#deps = deps
	}

	/** A transaction by its id; nothing if it cannot be had now. */
	async root(transactionId: string): Promise<CommittedRoot | undefined> {
		const known = this.#kept.get(transactionId) ?? this.#asking.get(transactionId)
		if (known !== undefined) return known
		if (this.#asking.size >= askedAtOnceMax) return undefined
		const asking = this.#ask(transactionId).finally(() => this.#asking.delete(transactionId))
		this.#asking.set(transactionId, asking)
		return asking
	}

	async #ask(transactionId: string): Promise<CommittedRoot | undefined> {
		try {
			const root = readRoot(await this.#deps.gateway.committedDetails(transactionId), this.#deps.market)
			this.#kept.set(transactionId, root)
			return root
		} catch (error) {
			this.#deps.onError(error)
			return undefined
		}
	}
}

function readRoot(details: CommittedDetails, market: CommittedRootsDeps['market']): CommittedRoot {
	const { intent_hash: transactionId, raw_hex: raw } = details
	if (transactionId == null || raw == null) throw new Error('the Gateway gives a transaction without its bytes')
	const solver = feePayer(raw, market.networkId)
	return {
		transaction_id: transactionId,
		manifest: decompileTransaction(raw, market.networkId),
		...(solver === undefined ? {} : { solver }),
		fee_paid_xrd: Decimal.format(Decimal.parse(details.fee_paid ?? '0')),
		solver_rewards: solver === undefined ? [] : gainsOf(details, solver, market),
		state_version: details.state_version,
		committed_at_ms: Date.parse(details.round_timestamp),
	}
}

/** The account whose `lock_fee` pays: the solver's own. */
function feePayer(raw: string, networkId: number): string | undefined {
	const { instructions } = readTransaction(raw, networkId)
	return instructions.find(({ method }) => method === 'lock_fee')?.address
}

/** What the account gained of the market's tokens; the Gateway counts the ledger's fee apart. */
function gainsOf(
	{ balance_changes: changes }: CommittedDetails,
	account: string,
	market: CommittedRootsDeps['market'],
) {
	const own = (changes?.fungible_balance_changes ?? []).filter(({ entity_address: entity }) => entity === account)
	return own.flatMap(({ resource_address: resource, balance_change: change }) => {
		const token = market.tokenByAddress(resource)
		const amount = Decimal.parse(change)
		return token === undefined || Decimal.isZero(amount)
			? []
			: [{ symbol: token.symbol, amount: Decimal.format(amount) }]
	})
}
