import type { GatewayClient } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { LRUCache } from 'lru-cache'
import { refusalOf } from '../gateway/deposit-refusal.ts'
import type { LedgerReads } from '../gateway/ledger-reads.ts'
import type { Market } from '../market/market.ts'
import { RateLimiter } from '../queues/rate-limiter.ts'
import type { CostPreview } from './cost-preview.ts'

// The guarantee: a user whose account refuses deposits is told so before signing, and nobody is refused or delayed because it
// cannot be found out. Anyone may name any account, so these previews take turns behind all others and are limited by sender.

type DepositRulesDeps = {
	readonly gateway: Pick<GatewayClient, 'preview'>
	readonly ledger: Pick<LedgerReads, 'recentState'>
	readonly market: Pick<Market, 'networkId' | 'token'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly costPreview: Pick<CostPreview, 'inTurn'>
	readonly limits: { readonly prefixPreviewsPerMinute: number }
}

/** A token that anyone might deposit into an account. */
export type Deposit = { readonly account: string; readonly symbol: string; readonly client: string }

const rememberedMax = 10_000
/** A user may change the rule of its account at any time. */
const rememberedMs = 60_000
const waitMsMax = 1_000

/** The ledger's words for a deposit that an account refuses; any other failure says nothing about the account. */
const refused = /DepositIsDisallowed|NotAllBucketsCouldBeDeposited/

/** Whether accounts accept tokens from anyone. */
export class DepositRules {
	readonly #deps: DepositRulesDeps
	readonly #budget: RateLimiter
	readonly #known = new LRUCache<string, { readonly isAccepted: boolean; readonly atMs: number }>({
		max: rememberedMax,
	})
	readonly #reads = new Map<string, Promise<boolean | undefined>>()

	constructor(deps: DepositRulesDeps) {
		this.#deps = deps
		this.#budget = new RateLimiter({ perMinute: deps.limits.prefixPreviewsPerMinute })
	}

	/** Whether the account accepts the token, as of the last minute; undefined if it cannot be found out within a second. */
	async isAccepted(deposit: Deposit): Promise<boolean | undefined> {
		const key = `${deposit.account} ${deposit.symbol}`
		const nowMs = this.#deps.clock.nowMs()
		const known = this.#known.get(key)
		if (known !== undefined && Math.abs(nowMs - known.atMs) < rememberedMs) return known.isAccepted
		const reading = this.#reads.get(key) ?? this.#begin(key, deposit)
		const { promise: late, resolve } = Promise.withResolvers<undefined>()
		const timer = setTimeout(() => resolve(undefined), waitMsMax)
		return await Promise.race([reading, late]).finally(() => clearTimeout(timer))
	}

	#begin(key: string, deposit: Deposit): Promise<boolean | undefined> {
		const nowMs = this.#deps.clock.nowMs()
		if (this.#budget.take(deposit.client, nowMs).isExceeded) return Promise.resolve(undefined)
		const reading = this.#read(deposit)
			.then(isAccepted => {
				if (isAccepted !== undefined) this.#known.set(key, { isAccepted, atMs: nowMs })
				return isAccepted
			})
			.catch(() => undefined)
			.finally(() => this.#reads.delete(key))
		this.#reads.set(key, reading)
		return reading
	}

	async #read({ account, symbol, client }: Deposit): Promise<boolean | undefined> {
		const { gateway, ledger, market, costPreview } = this.#deps
		const { networkId } = market
		const resources = [market.token(symbol).resourceAddress]
		return costPreview.inTurn({ role: 'check', client, isSetApart: true }, async () => {
			const { epoch } = await ledger.recentState()
			const refusal = await refusalOf(gateway, { account, resources, epoch, networkId })
			if (refusal === undefined) return true
			return refused.test(refusal) ? false : undefined
		})
	}
}
