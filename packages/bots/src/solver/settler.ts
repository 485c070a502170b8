import type { GatewayClient } from '@accord/ledger'
import { type Clock, Decimal } from '@accord/protocol'
import { firstLine, type Log, messageOf } from '../log.ts'
import type { BundleQueue, OpenBundle } from './bundle-queue.ts'
import { commitRoot, packRoot, previewRoot, type RootResult, type Solver, splitRoot, tryRoot } from './bundle-root.ts'

export type SettlerOptions = {
	readonly gateway: GatewayClient
	readonly solver: Solver
	readonly queue: BundleQueue
	readonly clock: Clock
	readonly log: Log
	/** Records that a root has ended, so its bundles may be ready again. */
	readonly onEnd: () => void
}

/**
 * Takes waiting bundles to the ledger, one root after another; while one is being committed, the next may be previewed.
 * A root that fails is halved until the culprit is alone. A bundle that failed alone after a good preview has cost its
 * fee, and would again: it is never tried again.
 */
export class Settler {
	readonly #options: SettlerOptions
	readonly #symbols = new Map<string, string>()
	#isStopped = false
	#isCommitting = false
	#committing: Promise<void> = Promise.resolve()
	#reports: Promise<void> = Promise.resolve()

	constructor(options: SettlerOptions) {
		this.#options = options
	}

	/** Previews what fits into the next root; resolves once that root is being committed, after its predecessor. */
	async settleNext(): Promise<void> {
		const { gateway, solver, queue, clock } = this.#options
		const nowMs = clock.nowMs()
		await this.#dropExpired(queue.ready(nowMs).filter(({ expiresAtMs }) => expiresAtMs <= nowMs))
		const bundles = packRoot(queue.ready(nowMs))
		if (bundles.length === 0) return
		for (const { id } of bundles) queue.hold(id)
		const preview = await previewRoot(gateway, solver, bundles)
		await this.#committing
		this.#isCommitting = true
		this.#committing = this.#end(bundles, () => (preview.kind === 'previewed' ? commitRoot(gateway, preview) : preview))
	}

	/** Whether a root is being committed. */
	get isCommitting(): boolean {
		return this.#isCommitting
	}

	/** Starts no more roots. */
	stop(): void {
		this.#isStopped = true
	}

	/** Resolves once the roots in progress have ended and their results are logged. */
	async finished(): Promise<void> {
		await this.#committing
		await this.#reports
	}

	async #end(bundles: readonly OpenBundle[], result: () => RootResult | Promise<RootResult>): Promise<void> {
		const { queue, clock, log, onEnd } = this.#options
		try {
			await this.#conclude(bundles, await result())
		} catch (error) {
			log.warn(`cannot settle now: ${messageOf(error)}`)
			for (const { id } of bundles) queue.postpone(id, clock.nowMs())
		}
		this.#isCommitting = false
		onEnd()
	}

	async #conclude(bundles: readonly OpenBundle[], result: RootResult): Promise<void> {
		const { queue, clock, log } = this.#options
		if (result.kind === 'committed') return this.#settled(bundles, result.transactionId)
		const outcome = result.kind === 'unknown' ? 'is undecided' : 'failed'
		log.info(`a root of ${bundles.length} ${outcome}: ${firstLine(result.reason)}`)
		const [first, ...others] = bundles
		if (result.kind === 'unknown') for (const { id } of bundles) queue.postpone(id, clock.nowMs())
		else if (others.length > 0) await this.#findTheCulprit(bundles)
		else if (first !== undefined && result.kind === 'refused') await this.#dropOrWait(first)
		else if (first !== undefined)
			this.#refuse(first, result.kind === 'failed' ? 'it failed after a good preview' : 'no root can hold it')
	}

	#refuse({ id, orderId }: OpenBundle, why: string): void {
		this.#options.queue.refuse(id)
		this.#options.log.warn(`gave up ${orderId}: ${why}`)
	}

	#settled(bundles: readonly OpenBundle[], transactionId: string): void {
		for (const { id } of bundles) this.#options.queue.drop(id)
		// The next root does not wait for this one's log lines.
		this.#reports = this.#reports.then(() => this.#report(bundles, transactionId))
	}

	async #report(bundles: readonly OpenBundle[], transactionId: string): Promise<void> {
		const items = bundles.reduce((count, bundle) => count + bundle.items.length, 0)
		const profit = await this.#profit(transactionId).catch(
			(error: unknown) => `a profit that cannot be read (${messageOf(error)})`,
		)
		this.#options.log.info(`settled ${bundles.length} bundles (${items} items): ${profit} in ${transactionId}`)
	}

	async #findTheCulprit(bundles: readonly OpenBundle[]): Promise<void> {
		const { gateway, solver } = this.#options
		for (const half of splitRoot(bundles))
			if (!this.#isStopped) await this.#conclude(half, await tryRoot(gateway, solver, half))
	}

	/** Those whose expiry has passed by the ledger's clock, too, are finished; one request tells it for all of them. */
	async #dropExpired(bundles: readonly OpenBundle[]): Promise<void> {
		if (bundles.length === 0) return
		const { gateway, queue, clock, log } = this.#options
		const { proposerTimestampMs } = await gateway.ledgerState()
		for (const { id, orderId, expiresAtMs } of bundles) {
			if (proposerTimestampMs < expiresAtMs) queue.failedAlone(id, clock.nowMs())
			else {
				queue.drop(id)
				log.info(`gave up ${orderId}: expired`)
			}
		}
	}

	/**
	 * A bundle that fails alone is finished once the ledger has one of its items or has passed its expiry; otherwise it is
	 * retried.
	 */
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
		log.info(`gave up ${bundle.orderId}: settled by another, or expired`)
	}

	/** The solver's gain from a committed root, less the network fee, such as `+0.51 XRD, -0.2 xUSDC`. */
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
