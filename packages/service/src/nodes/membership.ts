import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { lockNodes } from '../db/advisory-lock.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { differences, type Fingerprint } from './fingerprint.ts'
import type { NodeClock } from './node-clock.ts'
import { deleteNode, type NodeRow, selectOtherNodes, updateNodeSeen, upsertNode } from './nodes-table.ts'

// The guarantee: the nodes' rows ensure that nodes with different settings never run at the same time. A node that was
// presumed gone, because it was paused or cut off, compares its settings again before it continues.

const againAfterMs = 500

/** This node's place among those of the database. */
export class Membership {
	readonly nodeId: string
	readonly #db: Kysely<Tables>
	readonly #fingerprint: Fingerprint
	readonly #place: string | undefined
	readonly #clock: Pick<NodeClock, 'compare'> | undefined
	readonly #lost = Promise.withResolvers<Error>()
	/** This node's report about itself; nothing while it is starting. */
	#report: () => unknown = () => undefined
	/** Resolves when other nodes continued with different settings while this node was presumed gone. */
	readonly lost: Promise<Error> = this.#lost.promise

	private constructor({ db, nodeId, fingerprint, place, clock }: MembershipDeps) {
		this.nodeId = nodeId
		this.#db = db.own
		this.#fingerprint = fingerprint
		this.#place = place
		this.#clock = clock
	}

	/**
	 * Joins the others. If a node with different settings has stopped answering, waits until it is presumed gone.
	 * @throws Error naming a running node with different settings, and the settings
	 */
	static async join(deps: MembershipDeps): Promise<Membership> {
		const membership = new Membership(deps)
		let former: NodeRow | undefined
		for (;;) {
			const other = await membership.#tryToJoin()
			if (other === undefined) return membership
			if (former?.nodeId === other.nodeId && other.seenAtMs > former.seenAtMs) throw membership.#refusal(other)
			if (former?.nodeId !== other.nodeId) former = other
			await pause(againAfterMs)
		}
	}

	/** Adds this to the node's reports from now on. */
	reportBy(report: () => unknown): void {
		this.#report = report
	}

	/** Reports that this node is still running; a loop calls it every second. */
	async beat(): Promise<'done'> {
		const see = () => updateNodeSeen(this.#db, { nodeId: this.nodeId, place: this.#place, report: this.#report() })
		const seenAtMs = await (this.#clock === undefined ? see() : this.#clock.compare(see))
		if (seenAtMs !== undefined) return 'done'
		const other = await this.#tryToJoin()
		if (other !== undefined) this.#lost.resolve(this.#refusal(other))
		return 'done'
	}

	/** The ids of the other running nodes. */
	async others(): Promise<string[]> {
		return (await selectOtherNodes(this.#db, this.nodeId)).map(({ nodeId }) => nodeId)
	}

	async leave(): Promise<void> {
		await deleteNode(this.#db, this.nodeId)
	}

	/** The node with different settings, if there is one; otherwise this node has joined. */
	#tryToJoin(): Promise<NodeRow | undefined> {
		return inTransaction(this.#db, async trx => {
			await lockNodes(trx)
			const others = await selectOtherNodes(trx, this.nodeId)
			const other = others.find(({ fingerprint }) => differences(fingerprint, this.#fingerprint).length > 0)
			if (other === undefined)
				await upsertNode(trx, { nodeId: this.nodeId, fingerprint: this.#fingerprint, place: this.#place })
			return other
		})
	}

	#refusal({ nodeId, fingerprint }: NodeRow): Error {
		const names = differences(fingerprint, this.#fingerprint).join(', ')
		return new Error(`the node ${nodeId} of this database has other settings (${names}): all nodes must have the same`)
	}
}

type MembershipDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly nodeId: string
	readonly fingerprint: Fingerprint
	/** Where it listens, if no other node can be there at the same time. */
	readonly place?: string | undefined
	/** Compared with the database's clock at each report; if absent, never compared. */
	readonly clock?: Pick<NodeClock, 'compare'> | undefined
}
