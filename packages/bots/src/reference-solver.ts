import { GatewayClient, type KeyPair } from '@accord/ledger'
import type { Clock, Decimal } from '@accord/protocol'
import { type BundleHex, SolverClient } from '@accord/sdk'
import { type Log, messageOf } from './log.ts'
import { BundleQueue, readBundle } from './solver/bundle-queue.ts'
import { isFull, packRoot, rootOver } from './solver/bundle-root.ts'
import { Settler } from './solver/settler.ts'

export type ReferenceSolverOptions = {
	readonly solverUrl: string
	readonly gatewayUrl: string
	readonly keyPair: KeyPair
	readonly account: string
	readonly networkId: number
	readonly clock: Clock
	readonly log: Log
	/** How long the first bundle after a pause waits for others to join its root; 20 ms by default. */
	readonly gatherMs?: number
	/** The least that the service's settlement fee is worth, in XRD; 5.25 by default. It bounds what a root may cost. */
	readonly settlementFeeXrd?: Decimal
}

export type ReferenceSolver = { stop(): Promise<void> }

/**
 * A solver that only takes complete bundles, so it needs no tokens except for the network fee. One root is committed at
 * a time; bundles that arrive in the meantime share the next one, which is previewed early if it is full. Resolves once
 * it is connected.
 */
export async function startReferenceSolver(options: ReferenceSolverOptions): Promise<ReferenceSolver> {
	const { clock, log } = options
	const queue = new BundleQueue()
	const arrival = new WakeSignal(clock)
	const gateway = new GatewayClient({ url: options.gatewayUrl })
	const settler = new Settler({ gateway, solver: options, queue, clock, log, onEnd: () => arrival.wake() })
	const client = await connect(options, hexItems => {
		try {
			const bundle = readBundle(hexItems, options)
			// What no root can hold costs nobody a preview.
			rootOver(options, [bundle])
			if (queue.add(bundle)) arrival.wake()
		} catch (error) {
			log.warn(`dropped a bundle that cannot be read, or that no root can hold: ${messageOf(error)}`)
		}
	})
	const stopping = new AbortController()
	const working = work({ options, queue, arrival, settler, signal: stopping.signal })
	return {
		async stop() {
			stopping.abort()
			settler.stop()
			arrival.wake()
			client.close()
			await working
			await settler.finished()
		},
	}
}

function connect(
	{ solverUrl, log }: ReferenceSolverOptions,
	onBundle: (bundle: BundleHex) => void,
): Promise<SolverClient> {
	return new Promise(resolve => {
		const client = new SolverClient({
			solverUrl,
			onState: (state, detail) => {
				log.info(detail === undefined ? state : `${state}: ${detail}`)
				if (state === 'connected') resolve(client)
			},
		})
		client.onBundle(onBundle)
	})
}

async function work(solving: {
	readonly options: ReferenceSolverOptions
	readonly queue: BundleQueue
	readonly arrival: WakeSignal
	readonly settler: Settler
	readonly signal: AbortSignal
}): Promise<void> {
	const { options, queue, arrival, settler, signal } = solving
	const { clock, log, gatherMs = 20 } = options
	const ready = () => queue.ready(clock.nowMs())
	while (!signal.aborted) {
		if (ready().length === 0) {
			await arrival.wait(queue.nextMs())
			if (!settler.isCommitting) await new Promise(resolve => setTimeout(resolve, gatherMs))
		}
		// The next root begins when this one ends, or as soon as it is full, because larger roots cost less per trade.
		while (settler.isCommitting && !signal.aborted && !isFull(packRoot(ready())))
			await arrival.wait(queue.nextMs(clock.nowMs()))
		if (signal.aborted) return
		try {
			await settler.settleNext()
		} catch (error) {
			log.warn(`cannot settle now: ${messageOf(error)}`)
			for (const { id } of ready()) queue.postpone(id, clock.nowMs())
		}
	}
}

/**
 * Lets one waiter sleep until it is woken, or until a time of the clock. Waking it early makes the next wait return
 * immediately.
 */
class WakeSignal {
	readonly #clock: Clock
	#isAwake = false
	#resolve: () => void = () => undefined

	constructor(clock: Clock) {
		this.#clock = clock
	}

	wake(): void {
		this.#isAwake = true
		this.#resolve()
	}

	async wait(untilMs: number | undefined): Promise<void> {
		const cancel = untilMs === undefined ? () => undefined : this.#clock.wakeAt(untilMs, () => this.wake())
		if (!this.#isAwake)
			await new Promise<void>(resolve => {
				this.#resolve = resolve
			})
		this.#isAwake = false
		cancel()
	}
}
