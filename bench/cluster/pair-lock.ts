import { type Pair, pairKey } from '@accord/protocol'
import { sql } from 'kysely'
import type { ClusterNetwork } from './cluster-network.ts'

type Db = ClusterNetwork['db']

const everyMs = 20

/** Samples some fifty times a second whether a pair's lock is held on any node. */
export class LockWatch {
	readonly #db: Db
	readonly #pair: Pair
	readonly #timer: NodeJS.Timeout
	#looked = 0
	#held = 0
	#looking: Promise<void> | undefined

	constructor(db: Db, pair: Pair) {
		this.#db = db
		this.#pair = pair
		this.#timer = setInterval(() => {
			this.#looking ??= this.#look().finally(() => {
				this.#looking = undefined
			})
		}, everyMs)
	}

	/** Stops sampling; returns the share of the samples in which it was held. */
	async end(): Promise<number> {
		clearInterval(this.#timer)
		await this.#looking
		return this.#looked === 0 ? 0 : this.#held / this.#looked
	}

	async #look(): Promise<void> {
		const { rows } = await sql<{ isHeld: boolean }>`
			select exists (
				select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 1
				and ((classid::int8 << 32) | objid::int8) = hashtextextended(${`pair ${pairKey(this.#pair)}`}, 0)
			) as "isHeld"`.execute(this.#db)
		this.#looked += 1
		if (rows[0]?.isHeld === true) this.#held += 1
	}
}

/**
 * How many orders were matched in one transaction, on average, since a time: those of a pair with the same time of
 * acceptance.
 */
export async function ordersPerMatch(db: Db, sinceMs: number): Promise<number> {
	const { rows } = await sql<{ orders: number; matches: number }>`
		select count(*)::float8 as orders, count(distinct (base, accepted_at_ms))::float8 as matches
		from "order" where accepted_at_ms >= ${sinceMs}`.execute(db)
	const [{ orders, matches } = { orders: 0, matches: 0 }] = rows
	return matches === 0 ? Number.NaN : orders / matches
}
