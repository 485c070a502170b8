import { decompileTransaction, type GatewayClient, readTransaction } from '@accord/ledger'
import { type Amount, Decimal, type TracedRoot } from '@accord/protocol'
import { LRUCache } from 'lru-cache'
import type { Market } from '../market/market.ts'
import { textOf } from './trace-items.ts'

/** A committed transaction, without the items that it settled. */
export type CommittedRoot = Omit<TracedRoot, 'subintentIds'>

type CommittedDetails = Awaited<ReturnType<GatewayClient['committedDetails']>>

type CommittedRootsDeps = {
	readonly gateway: Pick<GatewayClient, 'committedDetails'>
	readonly market: Pick<Market, 'networkId' | 'tokenByAddress'>
	readonly onError: (error: unknown) => void
}

/** A root over 16 items has some 40,000 characters. */
const cachedCharactersMax = 8_000_000
const requestsAtOnceMax = 8

/**
 * Solvers' transactions as recorded on the ledger, cached. At most eight are requested from the Gateway at the same
 * time: a ninth is undefined instead of waiting, and so is any that the Gateway does not answer.
 */
export class CommittedRoots {
	readonly #deps: CommittedRootsDeps
	readonly #cache = new LRUCache<string, CommittedRoot>({
		maxSize: cachedCharactersMax,
		sizeCalculation: ({ manifest }) => manifest.length,
	})
	readonly #requests = new Map<string, Promise<CommittedRoot | undefined>>()

	constructor(deps: CommittedRootsDeps) {
		this.#deps = deps
	}

	/** A transaction by its id; undefined if it cannot be read now. */
	async root(transactionId: string): Promise<CommittedRoot | undefined> {
		const known = this.#cache.get(transactionId) ?? this.#requests.get(transactionId)
		if (known !== undefined) return known
		if (this.#requests.size >= requestsAtOnceMax) return undefined
		const request = this.#request(transactionId).finally(() => this.#requests.delete(transactionId))
		this.#requests.set(transactionId, request)
		return request
	}

	async #request(transactionId: string): Promise<CommittedRoot | undefined> {
		try {
			const root = readRoot(await this.#deps.gateway.committedDetails(transactionId), this.#deps.market)
			this.#cache.set(transactionId, root)
			return root
		} catch (error) {
			this.#deps.onError(error)
			return undefined
		}
	}
}

function readRoot(details: CommittedDetails, market: CommittedRootsDeps['market']): CommittedRoot {
	const { intent_hash: transactionId, raw_hex: raw } = details
	if (transactionId == null || raw == null) throw new Error('the Gateway returned a transaction without its bytes')
	const solver = feePayer(raw, market.networkId)
	return {
		transactionId,
		manifest: textOf(() => decompileTransaction(raw, market.networkId)),
		...(solver === undefined ? {} : { solver }),
		feePaidXrd: Decimal.parse(details.fee_paid ?? '0'),
		solverRewards: solver === undefined ? [] : gainsOf(details, solver, market),
		stateVersion: details.state_version,
		committedAtMs: Date.parse(details.round_timestamp),
	}
}

/** The account whose `lock_fee` pays: the solver's. */
function feePayer(raw: string, networkId: number): string | undefined {
	const { instructions } = readTransaction(raw, networkId)
	return instructions.find(({ method }) => method === 'lock_fee')?.address
}

/** The account's gain in the market's tokens; the Gateway reports the ledger's fee separately. */
function gainsOf(
	{ balance_changes: changes }: CommittedDetails,
	account: string,
	market: CommittedRootsDeps['market'],
): Amount[] {
	const own = (changes?.fungible_balance_changes ?? []).filter(({ entity_address: entity }) => entity === account)
	return own.flatMap(({ resource_address: resource, balance_change: change }) => {
		const token = market.tokenByAddress(resource)
		const amount = Decimal.parse(change)
		return token === undefined || Decimal.isZero(amount) ? [] : [{ symbol: token.symbol, amount }]
	})
}
