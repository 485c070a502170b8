import type { DatabaseLanes } from '../db/database-lanes.ts'
import { Lanes } from '../queues/lanes.ts'
import { type PartLookup, type PartToFill, selectPartsToFill } from './fills-table.ts'

type MakersLookup = PartLookup & { readonly makerId: string }

/**
 * The parts that makers' fills are for, looked up with one statement for all of a maker's waiting fills. The statement
 * starts after those fills have arrived, and sees everything committed by then.
 */
export class PartLookups {
	readonly #lanes: Lanes<MakersLookup, PartToFill | undefined>

	constructor({ db }: { readonly db: Pick<DatabaseLanes, 'own'> }) {
		const run = (lookups: readonly MakersLookup[]) => selectPartsToFill(db.own, lookups)
		this.#lanes = new Lanes({ batchMax: 32, waitingMax: 256, restMaxMs: 20, run })
	}

	/** How many are waiting. */
	get depth(): number {
		return this.#lanes.depth
	}

	/**
	 * The part, if it belongs to this maker.
	 * @throws TradeError `busy`, `database_unavailable`
	 */
	find(lookup: MakersLookup): Promise<PartToFill | undefined> {
		return this.#lanes.run(lookup.makerId, lookup)
	}
}
