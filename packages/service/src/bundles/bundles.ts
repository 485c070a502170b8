import type { Left } from '../loops/loop.ts'
import type { Pace } from '../queues/pace.ts'
import { FilledOrders } from './filled-orders.ts'
import { type PublishBundlesDeps, publishBundles } from './publish-bundles.ts'
import { SolverReads } from './solver-reads.ts'

type BundlesDeps = Pick<PublishBundlesDeps, 'platform' | 'intents'>

/** Filled orders, which are published to solvers. */
export class Bundles {
	/** Orders completed by fills, to be published. */
	readonly filledOrders: FilledOrders
	/** The logs behind both streams of solvers. */
	readonly solverReads: SolverReads
	readonly #deps: PublishBundlesDeps

	constructor({ platform, intents }: BundlesDeps) {
		this.filledOrders = new FilledOrders(platform)
		this.solverReads = new SolverReads(platform)
		this.#deps = { platform, intents, filledOrders: this.filledOrders, solverReads: this.solverReads }
	}

	/** Wraps, signs and publishes filled orders; tells the pace how many a run took. */
	publish(pace: Pick<Pace, 'ran'>): Promise<Left> {
		return publishBundles(this.#deps, pace)
	}
}
