import { GatewayError, shownProblem } from '@accord/ledger'
import { type Clock, type ErrorCode, type ReadinessCheck, TradeError } from '@accord/protocol'
import type { healthOperations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import type { DatabaseLanes } from '../../db/database-lanes.ts'
import type { DiskSpace } from '../../db/disk-space.ts'
import type { Database } from '../../db/tables.ts'
import type { Handlers } from '../http/routes.ts'

type Check = ReadinessCheck

export type HealthDeps = {
	readonly readiness: () => Promise<readonly Check[]>
	/** Whether other nodes cannot be reached: orders go on without them. */
	readonly busLost: () => boolean
}

const codes: Readonly<Record<Check['name'], ErrorCode>> = {
	database: 'database_unavailable',
	ledger: 'ledger_unavailable',
	bus: 'busy',
	loops: 'busy',
}

/** Whether the process answers, and whether orders should be sent to it: 503 names what is missing. */
export function healthHandlers(
	app: FastifyInstance,
	{ readiness, busLost }: HealthDeps,
): Handlers<typeof healthOperations> {
	let isClosing = false
	app.addHook('preClose', async () => {
		isClosing = true
	})
	return {
		getLive: () => ({ status: 'live' }),
		getReady: async () => {
			const checks = [...(await readiness())]
			if (isClosing) throw new TradeError('shutting_down', undefined, { extra: { checks } })
			const isDegraded = busLost()
			const failing = checks.find(({ name, ok }) => !ok && !(isDegraded && name === 'bus'))
			if (failing === undefined) return { status: isDegraded ? 'degraded' : 'ready', checks }
			const detail = `${failing.name}: ${failing.detail ?? 'unavailable'}`
			throw new TradeError(codes[failing.name], detail, { extra: { checks, retry_after_s: 1 } })
		},
	}
}

type ReadinessDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: Clock
	/** Rejects while the ledger cannot be reached. */
	readonly ledgerState: () => Promise<unknown>
	/** Why the Gateway is not believed, if any of its answers was not. */
	readonly ledgerDoubt: () => string | undefined
	readonly loops: { faults(): readonly string[] }
	readonly disk: Pick<DiskSpace, 'shortage'>
	/** Why other nodes cannot be reached, or their books are not here yet. */
	readonly busFault: () => string | undefined
}

const timeoutMs = 2_000
const cachedMs = 1_000

/** Whether the service has what it needs. Checked at most once a second, however often it is requested. */
export class Readiness {
	readonly #deps: ReadinessDeps
	#last: { readonly atMs: number; readonly checks: Promise<readonly Check[]> } | undefined

	constructor(deps: ReadinessDeps) {
		this.#deps = deps
	}

	/** Everything that the service needs, with the problem if there is one. */
	checks(): Promise<readonly Check[]> {
		const nowMs = this.#deps.clock.nowMs()
		if (this.#last !== undefined && nowMs - this.#last.atMs < cachedMs) return this.#last.checks
		this.#last = { atMs: nowMs, checks: this.#check() }
		return this.#last.checks
	}

	#check(): Promise<readonly Check[]> {
		const { clock, db, disk, loops, busFault } = this.#deps
		const faults = loops.faults()
		const bus = busFault()
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
		const { ledgerState, ledgerDoubt } = this.#deps
		await ledgerState()
		const doubt = ledgerDoubt()
		if (doubt !== undefined) throw new GatewayError('unavailable', doubt)
	}
}

/** Rejects unless the database can be written to: one that can only be read answers every question but accepts no order. */
async function writeHeartbeat(db: Database, nowMs: number): Promise<void> {
	await db.updateTable('heartbeat').set({ beat_at_ms: nowMs }).execute()
}

function roomOn(disk: Pick<DiskSpace, 'shortage'>): Check {
	const detail = disk.shortage()
	return { name: 'database', ok: detail === undefined, ...(detail === undefined ? {} : { detail }) }
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
