import type { Left } from '../loops/loop.ts'
import type { Pace } from '../queues/pace.ts'
import { FilledOrders } from './filled-orders.ts'
import { type PublishBundlesDeps, publishBundles } from './publish-bundles.ts'
import { SolverReads } from './solver-reads.ts'

type BundlesDeps = Omit<PublishBundlesDeps, 'filledOrders' | 'solverReads'> &
	ConstructorParameters<typeof SolverReads>[0]

/** Filled orders, which are published to solvers. */
export class Bundles {
	/** What fills complete, for whoever publishes it. */
	readonly filledOrders: FilledOrders
	/** What is behind both streams of solvers. */
	readonly solverReads: SolverReads
	readonly #deps: PublishBundlesDeps

	constructor(deps: BundlesDeps) {
		this.filledOrders = new FilledOrders(deps)
		this.solverReads = new SolverReads(deps)
		this.#deps = { ...deps, filledOrders: this.filledOrders, solverReads: this.solverReads }
	}

	/** Wraps, signs and publishes filled orders; tells the pace how many a run took. */
	publish(pace: Pick<Pace, 'ran'>): Promise<Left> {
		return publishBundles(this.#deps, pace)
	}
}
