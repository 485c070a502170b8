import { GatewayClient, type KeyPair } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { SolverClient } from '@accord/sdk'
import type { Log } from './log.ts'
import { BundleQueue } from './solver/bundle-queue.ts'
import { type OpenBundle, readBundle } from './solver/open-bundle.ts'
import { packRoot, splitRoot } from './solver/pack.ts'
import { formatProfit, rootProfit } from './solver/root-profit.ts'
import { tryRoot } from './solver/try-root.ts'

export type ReferenceSolverOptions = {
	solverUrl: string
	gatewayUrl: string
	keyPair: KeyPair
	account: string
	networkId: number
	clock: Clock
	log: Log
	/** How long a root waits for more bundles to join it; 20 ms when absent. */
	gatherMs?: number
}

export type ReferenceSolver = { stop(): Promise<void> }

/**
 * A solver that takes whole bundles only, so that it needs no tokens but the network fee. One root is on its way at a time;
 * whatever arrives meanwhile goes together into the next one. Resolves once it is connected.
 */
export async function startReferenceSolver(options: ReferenceSolverOptions): Promise<ReferenceSolver> {
	const { account, clock, log, networkId } = options
	const gateway = new GatewayClient({ url: options.gatewayUrl })
	const connected = Promise.withResolvers<void>()
	const client = new SolverClient({
		solverUrl: options.solverUrl,
		onState: (state, detail) => {
			log.info(`${state}${detail === undefined ? '' : `: ${detail}`}`)
			if (state === 'connected') connected.resolve()
		},
	})
	const queue = new BundleQueue()
	const bell = newBell(clock)
	const symbols = new Map<string, string>()
	let stopped = false

	async function settle(bundles: readonly OpenBundle[]): Promise<void> {
		const result = await tryRoot(gateway, options, bundles)
		if (result.kind === 'committed') return settled(bundles, result.transactionId)
		log.info(
			`a root of ${bundles.length} ${result.kind === 'failed' ? 'failed' : 'is undecided'}: ${firstLine(result.reason)}`,
		)
		if (result.kind === 'unknown') return postpone(bundles)
		const [only] = bundles
		if (bundles.length === 1 && only !== undefined) return forgetOrWait(only)
		for (const half of splitRoot(bundles)) if (!stopped) await settle(half)
	}

	async function settled(bundles: readonly OpenBundle[], transactionId: string): Promise<void> {
		for (const { id } of bundles) queue.drop(id)
		const items = bundles.reduce((count, bundle) => count + bundle.items.length, 0)
		log.info(`settled ${bundles.length} bundles (${items} items): ${await profitOf(transactionId)} in ${transactionId}`)
	}

	async function profitOf(transactionId: string): Promise<string> {
		const profit = await rootProfit(gateway, transactionId, account)
		const unknown = [...profit.keys()].filter(resource => !symbols.has(resource))
		for (const { resource, symbol } of await gateway.tokenInfo(unknown)) symbols.set(resource, symbol ?? resource)
		return formatProfit(profit, resource => symbols.get(resource) ?? resource)
	}

	function postpone(bundles: readonly OpenBundle[]): void {
		for (const { id } of bundles) queue.postpone(id, clock.nowMs())
	}

	/** A bundle that fails alone is over if the ledger has one of its items or has passed its expiry; else its time may come. */
	async function forgetOrWait(bundle: OpenBundle): Promise<void> {
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

	async function nextRoot(): Promise<void> {
		const expired = queue.ready(clock.nowMs()).filter(({ expiresAtMs }) => expiresAtMs <= clock.nowMs())
		for (const bundle of expired) await forgetOrWait(bundle)
		const root = packRoot(queue.ready(clock.nowMs()))
		if (root.length > 0) await settle(root)
	}

	async function work(): Promise<void> {
		while (!stopped) {
			if (queue.ready(clock.nowMs()).length === 0) await bell.wait(queue.nextMs())
			await pause(options.gatherMs ?? 20)
			try {
				if (!stopped) await nextRoot()
			} catch (error) {
				log.warn(`cannot settle now: ${messageOf(error)}`)
				postpone(queue.ready(clock.nowMs()))
			}
		}
	}

	client.onBundle(items => {
		try {
			if (queue.add(readBundle(items, networkId))) bell.ring()
		} catch (error) {
			log.warn(`a bundle cannot be read: ${messageOf(error)}`)
		}
	})
	await connected.promise
	const working = work()
	return {
		async stop() {
			stopped = true
			bell.ring()
			client.close()
			await working
		},
	}
}

/** Lets one waiter sleep until it is rung, or until a time of the clock. */
function newBell(clock: Clock) {
	let rung = false
	let wake: () => void = () => undefined
	const ring = () => {
		rung = true
		wake()
	}
	return {
		ring,
		async wait(untilMs: number | undefined): Promise<void> {
			const cancel = untilMs === undefined ? () => undefined : clock.wakeAt(untilMs, ring)
			if (!rung)
				await new Promise<void>(resolve => {
					wake = resolve
				})
			rung = false
			cancel()
		},
	}
}

function pause(delayMs: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, delayMs))
}

function firstLine(text: string): string {
	return (text.split('\n', 1)[0] ?? '').slice(0, 300)
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error)
}
