import type { GatewayClient } from '@accord/ledger'
import { type Clock, Decimal } from '@accord/protocol'
import { firstLine, type Log } from '../log.ts'
import type { BundleQueue, OpenBundle } from './bundle-queue.ts'
import { packRoot, type Solver, splitRoot, tryRoot } from './root.ts'

export type SettlerOptions = {
	readonly gateway: GatewayClient
	readonly solver: Solver
	readonly queue: BundleQueue
	readonly clock: Clock
	readonly log: Log
}

/** Takes waiting bundles to the ledger, one root at a time. A root that fails is split in halves until the culprit is alone. */
export class Settler {
	readonly #options: SettlerOptions
	readonly #symbols = new Map<string, string>()
	#isStopped = false

	constructor(options: SettlerOptions) {
		this.#options = options
	}

	/** Settles what fits into the next root. */
	async settleNext(): Promise<void> {
		const { queue, clock } = this.#options
		const nowMs = clock.nowMs()
		for (const bundle of queue.ready(nowMs)) if (bundle.expiresAtMs <= nowMs) await this.#dropOrWait(bundle)
		const root = packRoot(queue.ready(nowMs))
		if (root.length > 0) await this.#settle(root)
	}

	/** Begins no further root. */
	stop(): void {
		this.#isStopped = true
	}

	async #settle(bundles: readonly OpenBundle[]): Promise<void> {
		const { gateway, solver, queue, clock, log } = this.#options
		const result = await tryRoot(gateway, solver, bundles)
		if (result.kind === 'committed') return this.#settled(bundles, result.transactionId)
		const outcome = result.kind === 'failed' ? 'failed' : 'is undecided'
		log.info(`a root of ${bundles.length} ${outcome}: ${firstLine(result.reason)}`)
		if (result.kind === 'failed') return this.#findTheCulprit(bundles)
		for (const { id } of bundles) queue.postpone(id, clock.nowMs())
	}

	async #settled(bundles: readonly OpenBundle[], transactionId: string): Promise<void> {
		const { queue, log } = this.#options
		for (const { id } of bundles) queue.drop(id)
		const items = bundles.reduce((count, bundle) => count + bundle.items.length, 0)
		log.info(
			`settled ${bundles.length} bundles (${items} items): ${await this.#profit(transactionId)} in ${transactionId}`,
		)
	}

	async #findTheCulprit(bundles: readonly OpenBundle[]): Promise<void> {
		const [only] = bundles
		if (bundles.length === 1 && only !== undefined) return this.#dropOrWait(only)
		for (const half of splitRoot(bundles)) if (!this.#isStopped) await this.#settle(half)
	}

	/** A bundle that fails alone is over once the ledger has one of its items or has passed its expiry; otherwise it is retried. */
	async #dropOrWait(bundle: OpenBundle): Promise<void> {
		const { gateway, queue, clock, log } = this.#options
		const statuses = await Promise.all(bundle.items.map(({ innerId }) => gateway.subintentStatus(innerId)))
		const isOver = statuses.some(
			({ status, ledger }) => status === 'CommittedSuccess' || ledger.proposerTimestampMs >= bundle.expiresAtMs,
		)
		if (!isOver) {
			queue.failedAlone(bundle.id, clock.nowMs())
			return
		}
		queue.drop(bundle.id)
		log.info(`gave up ${bundle.id}: settled by another, or expired`)
	}

	/** What a committed root left on the solver's account, less the network fee, such as `+0.51 XRD, -0.2 xUSDC`. */
	async #profit(transactionId: string): Promise<string> {
		const { gateway, solver } = this.#options
		const { balance_changes: changes } = await gateway.committedDetails(transactionId)
		const all = [...(changes?.fungible_balance_changes ?? []), ...(changes?.fungible_fee_balance_changes ?? [])]
		const profit = new Map<string, Decimal>()
		for (const { entity_address, resource_address, balance_change } of all) {
			if (entity_address !== solver.account) continue
			const before = profit.get(resource_address) ?? Decimal.zero
			profit.set(resource_address, Decimal.add(before, Decimal.parse(balance_change)))
		}
		const unknown = [...profit.keys()].filter(resource => !this.#symbols.has(resource))
		for (const { resource, symbol } of await gateway.tokenInfo(unknown)) this.#symbols.set(resource, symbol ?? resource)
		const parts = [...profit].filter(([, amount]) => amount !== 0n)
		if (parts.length === 0) return 'nothing'
		return parts
			.map(([resource, amount]) => {
				const sign = amount > 0n ? '+' : ''
				return `${sign}${Decimal.format(amount)} ${this.#symbols.get(resource) ?? resource}`
			})
			.join(', ')
	}
}
