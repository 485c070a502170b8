import type { DatabaseLanes } from '../db/database-lanes.ts'
import { Lanes } from '../queues/lanes.ts'
import { type Submission, type SubmissionContext, selectSubmissionContexts } from './orders-table.ts'

const lane = 'orders'

/**
 * The contexts of submitted orders, looked up with one statement for all waiting orders. The statement starts after
 * those orders have arrived, and sees everything committed by then.
 */
export class OrderLookups {
	readonly #lanes: Lanes<Submission, SubmissionContext>

	constructor({ db }: { readonly db: Pick<DatabaseLanes, 'requests'> }) {
		const run = (submissions: readonly Submission[]) => selectSubmissionContexts(db.requests, submissions)
		this.#lanes = new Lanes({ batchMax: 32, waitingMax: 4_000, restMaxMs: 20, run })
	}

	/** How many are waiting. */
	get depth(): number {
		return this.#lanes.depth
	}

	/** @throws TradeError `busy`, `database_unavailable` */
	find(submission: Submission): Promise<SubmissionContext> {
		return this.#lanes.run(lane, submission)
	}
}
