import type { GatewayClient } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { firstLine, type Log } from '../log.ts'
import type { BundleQueue } from './bundle-queue.ts'
import type { OpenBundle } from './open-bundle.ts'
import { packRoot, splitRoot } from './pack.ts'
import { formatProfit, rootProfit } from './root-profit.ts'
import { type Solver, tryRoot } from './try-root.ts'

export type SettlerOptions = { gateway: GatewayClient; solver: Solver; queue: BundleQueue; clock: Clock; log: Log }

/** Takes waiting bundles to the ledger, one root at a time. A root that fails is split in halves until the one to blame is alone. */
export class Settler {
	readonly #options: SettlerOptions
	readonly #symbols = new Map<string, string>()
	#stopped = false

	constructor(options: SettlerOptions) {
		this.#options = options
	}

	/** Settles what fits into the next root. */
	async settleNext(): Promise<void> {
		const { queue, clock } = this.#options
		const nowMs = clock.nowMs()
		for (const bundle of queue.ready(nowMs)) if (bundle.expiresAtMs <= nowMs) await this.#forgetOrWait(bundle)
		const root = packRoot(queue.ready(nowMs))
		if (root.length > 0) await this.#settle(root)
	}

	/** Begins no further root. */
	stop(): void {
		this.#stopped = true
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
		if (bundles.length === 1 && only !== undefined) return this.#forgetOrWait(only)
		for (const half of splitRoot(bundles)) if (!this.#stopped) await this.#settle(half)
	}

	/** A bundle that fails alone is over if the ledger has one of its items or has passed its expiry; else its time may come. */
	async #forgetOrWait(bundle: OpenBundle): Promise<void> {
		const { gateway, queue, clock, log } = this.#options
		const statuses = await Promise.all(bundle.items.map(({ innerId }) => gateway.subintentStatus(innerId)))
		const isOver = statuses.some(
			({ status, ledgerTimestampMs }) => status === 'CommittedSuccess' || ledgerTimestampMs >= bundle.expiresAtMs,
		)
		if (!isOver) {
			queue.failedAlone(bundle.id, clock.nowMs())
			return
		}
		queue.drop(bundle.id)
		log.info(`gave up ${bundle.id}: settled by another, or expired`)
	}

	async #profit(transactionId: string): Promise<string> {
		const { gateway, solver } = this.#options
		const profit = await rootProfit(gateway, transactionId, solver.account)
		const unknown = [...profit.keys()].filter(resource => !this.#symbols.has(resource))
		for (const { resource, symbol } of await gateway.tokenInfo(unknown)) this.#symbols.set(resource, symbol ?? resource)
		return formatProfit(profit, resource => this.#symbols.get(resource) ?? resource)
	}
}
