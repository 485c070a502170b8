import { GatewayError, shownProblem } from '@accord/ledger'
import type { ReadinessCheck } from '@accord/protocol'
import type { DiskSpace } from '../db/disk-space.ts'
import type { Database } from '../db/tables.ts'
import type { LedgerWatch } from '../gateway/ledger-watch.ts'
import type { Intents } from '../intents/intents.ts'
import type { Loops } from '../loops/loops.ts'
import type { Nodes } from '../nodes/open-nodes.ts'
import type { Platform } from '../platform/platform.ts'

type Check = ReadinessCheck

type ReadinessRooms = {
	readonly platform: Platform
	readonly ledgerWatch: Pick<LedgerWatch, 'doubt'>
	readonly intents: Pick<Intents, 'payer'>
	readonly loops: Pick<Loops, 'faults'>
	readonly disk: Pick<DiskSpace, 'shortage'>
	/** Absent if this is the only node. */
	readonly nodes?: Pick<Nodes, 'line' | 'feed'> | undefined
}

const timeoutMs = 2_000
const cachedMs = 1_000

/** Whether the service has everything it needs. Checked at most once a second, however often it is requested. */
export class Readiness {
	readonly #rooms: ReadinessRooms
	#last: { readonly atMs: number; readonly checks: Promise<readonly Check[]> } | undefined

	constructor(rooms: ReadinessRooms) {
		this.#rooms = rooms
	}

	/** Everything that the service needs, each with its problem if there is one. */
	checks(): Promise<readonly Check[]> {
		const nowMs = this.#rooms.platform.clock.nowMs()
		if (this.#last !== undefined && nowMs - this.#last.atMs < cachedMs) return this.#last.checks
		this.#last = { atMs: nowMs, checks: this.#check() }
		return this.#last.checks
	}

	/** Whether other nodes cannot be reached: orders continue without them. */
	isBusLost(): boolean {
		return this.#rooms.nodes?.line.fault() !== undefined
	}

	#check(): Promise<readonly Check[]> {
		const { platform, disk, loops, nodes } = this.#rooms
		const { clock, db } = platform
		const faults = loops.faults()
		const bus = nodes?.line.fault() ?? nodes?.feed.missing()
		return Promise.all([
			answers('database', writeHeartbeat(db.own, clock.nowMs())).then(check => (check.ok ? roomOn(disk) : check)),
			answers('ledger', this.#credibleLedger()),
			{ name: 'bus', ok: bus === undefined, ...(bus === undefined ? {} : { detail: bus }) } as const,
			{
				name: 'loops',
				ok: faults.length === 0,
				...(faults.length === 0 ? {} : { detail: faults.join('; ') }),
			} as const,
		])
	}

	async #credibleLedger(): Promise<void> {
		const { platform, ledgerWatch, intents } = this.#rooms
		await platform.ledger.state()
		const doubt = ledgerWatch.doubt() ?? (await intents.payer.shortage())
		if (doubt !== undefined) throw new GatewayError('unavailable', doubt)
	}
}

function roomOn(disk: Pick<DiskSpace, 'shortage'>): Check {
	const detail = disk.shortage()
	return { name: 'database', ok: detail === undefined, ...(detail === undefined ? {} : { detail }) }
}

/** Rejects unless the database can be written to: a read-only database answers every query but accepts no order. */
async function writeHeartbeat(db: Database, nowMs: number): Promise<void> {
	await db.updateTable('heartbeat').set({ beat_at_ms: nowMs }).execute()
}

async function answers(name: Check['name'], request: Promise<unknown>): Promise<Check> {
	const { promise: timeout, resolve } = Promise.withResolvers<string>()
	const timer = setTimeout(resolve, timeoutMs, `no answer within ${timeoutMs / 1000} s`)
	const answered = request.then(
		() => undefined,
		error => shownProblem(error) ?? 'it cannot be reached',
	)
	const problem = await Promise.race([answered, timeout])
	clearTimeout(timer)
	return problem === undefined ? { name, ok: true } : { name, ok: false, detail: problem }
}
