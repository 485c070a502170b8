import { GatewayClient, type KeyPair } from '@accord/ledger'
import type { Clock } from '@accord/protocol'
import { type BundleHex, SolverClient } from '@accord/sdk'
import { type Log, messageOf } from './log.ts'
import { Bell } from './solver/bell.ts'
import { BundleQueue } from './solver/bundle-queue.ts'
import { readBundle } from './solver/open-bundle.ts'
import { Settler } from './solver/settler.ts'

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
	const { clock, log, networkId } = options
	const queue = new BundleQueue()
	const bell = new Bell(clock)
	const gateway = new GatewayClient({ url: options.gatewayUrl })
	const settler = new Settler({ gateway, solver: options, queue, clock, log })
	const client = await connect(options, bundle => {
		try {
			if (queue.add(readBundle(bundle, networkId))) bell.ring()
		} catch (error) {
			log.warn(`a bundle cannot be read: ${messageOf(error)}`)
		}
	})
	const stopping = new AbortController()
	const working = work({ options, queue, bell, settler, signal: stopping.signal })
	return {
		async stop() {
			stopping.abort()
			settler.stop()
			bell.ring()
			client.close()
			await working
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
	options: ReferenceSolverOptions
	queue: BundleQueue
	bell: Bell
	settler: Settler
	signal: AbortSignal
}): Promise<void> {
	const { options, queue, bell, settler, signal } = solving
	const { clock, log, gatherMs = 20 } = options
	while (!signal.aborted) {
		if (queue.ready(clock.nowMs()).length === 0) await bell.wait(queue.nextMs())
		await new Promise(resolve => setTimeout(resolve, gatherMs))
		if (signal.aborted) return
		try {
			await settler.settleNext()
		} catch (error) {
			log.warn(`cannot settle now: ${messageOf(error)}`)
			for (const { id } of queue.ready(clock.nowMs())) queue.postpone(id, clock.nowMs())
		}
	}
}
