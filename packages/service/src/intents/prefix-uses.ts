import { callGateway, type GatewayClient, GatewayError } from '@accord/ledger'
import { type Clock, TradeError } from '@accord/protocol'
import { RateLimiter } from '../queues/rate-limiter.ts'
import type { SignedIntent } from './read-intent.ts'

// The guarantee: code that a prefix runs and that is neither the ledger's own nor on the operator's list is run by one
// open order at a time, over all nodes, and so is any such code by the orders of one signer. Such code may behave in one way where it
// is previewed and in another at the commit, at the cost of solvers and makers.

/** What an order uses, by the keys of the table `prefix_use`; nothing for nearly all orders. */
export type PrefixUses = {
	/** Addresses of packages, or of components whose package is not known. */
	readonly code: readonly string[]
	/** The accounts of the keys that signed it, if there is any such code. */
	readonly signers: readonly string[]
}

/** The keys that must be locked, and whose states count, for an order that uses them. */
export function keysOf({ code, signers }: PrefixUses): readonly string[] {
	return [...code, ...signers]
}

/** The state of a key that is in the table. */
export type PrefixUse = { readonly orderHash: string | undefined; readonly refusedUntilMs: number }

const nothing: PrefixUses = { code: [], signers: [] }

/** Code that only exists in its own transaction: there is one key for all of it. */
const unnamed = 'unnamed'

/** One request asks about this many; an order that names more uses the others as components of unknown package. */
const componentsMax = 20
const packagesKept = 10_000

type PrefixCodeDeps = {
	readonly gateway: Pick<GatewayClient, 'packagesOf'>
	readonly listed: readonly string[]
	readonly clock: Pick<Clock, 'nowMs'>
	readonly limits: { readonly prefixPreviewsPerMinute: number }
}

/** Determines what orders use. A component never changes its package, so the packages of the latest ones are kept. */
export class PrefixCode {
	readonly #gateway: Pick<GatewayClient, 'packagesOf'>
	readonly #listed: ReadonlySet<string>
	readonly #packages = new Map<string, string>()
	/** The limit on each client's requests to the Gateway, which precede the previews with the same limit. */
	readonly #requests: RateLimiter
	readonly #clock: Pick<Clock, 'nowMs'>

	constructor(deps: PrefixCodeDeps) {
		this.#gateway = deps.gateway
		this.#listed = new Set(deps.listed)
		this.#requests = new RateLimiter({ perMinute: deps.limits.prefixPreviewsPerMinute })
		this.#clock = deps.clock
	}

	/** @throws TradeError `ledger_unavailable`, `rate_limited` */
	async usesOf({ reading: { foreignCalls }, signerAccounts }: SignedIntent, client: string): Promise<PrefixUses> {
		if (foreignCalls === undefined) return nothing
		const { packages, components, isUnnamed } = foreignCalls
		const known = await this.#packagesOf(components, client)
		const called = [...packages, ...components.map(component => known.get(component) ?? component)]
		const code = new Set(called.filter(address => !this.#listed.has(address)))
		if (isUnnamed) code.add(unnamed)
		return code.size === 0 ? nothing : { code: [...code].sort(), signers: [...new Set(signerAccounts)].sort() }
	}

	async #packagesOf(components: readonly string[], client: string): Promise<ReadonlyMap<string, string>> {
		const unknown = components.filter(component => !this.#packages.has(component)).slice(0, componentsMax)
		if (unknown.length > 0) this.#requireBudget(client)
		for (const [component, of] of await this.#read(unknown)) this.#packages.set(component, of)
		const found = components.map(component => [component, this.#packages.get(component) ?? component] as const)
		for (const [oldest] of this.#packages) {
			if (this.#packages.size <= packagesKept) break
			this.#packages.delete(oldest)
		}
		return new Map(found)
	}

	/** @throws TradeError `rate_limited` */
	#requireBudget(client: string): void {
		const { limit, resetS, isExceeded } = this.#requests.take(client, this.#clock.nowMs())
		if (!isExceeded) return
		const detail = `at most ${limit} orders a minute that call components not known here`
		throw new TradeError('rate_limited', detail, { extra: { retry_after_s: Math.max(1, resetS) } })
	}

	/** A component that is not on the ledger makes the whole request fail; then the preview refuses the order. */
	async #read(components: readonly string[]): Promise<ReadonlyMap<string, string>> {
		try {
			return await callGateway(() => this.#gateway.packagesOf(components))
		} catch (error) {
			if (error instanceof GatewayError && error.kind === 'not_found') return new Map()
			throw error
		}
	}
}

/**
 * Requires that no other open order uses the same, and that none of it is refused.
 * @throws TradeError `package_paused`, `too_many_open_orders`
 */
export function requireUnused(
	{ code, signers }: PrefixUses,
	{ states, nowMs }: { states: ReadonlyMap<string, PrefixUse>; nowMs: number },
): void {
	for (const key of code) {
		const leftMs = (states.get(key)?.refusedUntilMs ?? 0) - nowMs
		if (leftMs <= 0) continue
		const detail = `orders that run ${key} first have failed, or cost more than in their preview`
		throw new TradeError('package_paused', detail, { extra: { retry_after_s: Math.ceil(leftMs / 1000) } })
	}
	const used = (keys: readonly string[]) => keys.find(key => states.get(key)?.orderHash !== undefined)
	const usedCode = used(code)
	if (usedCode !== undefined) throw tooMany(`an open order runs ${usedCode} first`)
	const usedSigner = used(signers)
	if (usedSigner !== undefined)
		throw tooMany(`the key of ${usedSigner} signed an open order that runs published code first`)
}

function tooMany(what: string): TradeError {
	return new TradeError('too_many_open_orders', `${what}; only one at a time is allowed`)
}
