import type { GatewayClient } from '@accord/ledger'
import { type Clock, Decimal, type DoctorCheckWire, type DoctorWire, type Token } from '@accord/protocol'
import { sql } from 'kysely'
import { apiKeyState } from '../accounts/api-keys.ts'
import { migrationNames } from '../db/migrate.ts'
import type { Database } from '../db/tables.ts'
import { type DescribeMakersDeps, describeMakers } from './describe-makers.ts'

export type DoctorDeps = DescribeMakersDeps & {
	readonly db: Database
	readonly clock: Clock
	readonly databaseKind: 'pglite' | 'postgres'
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'network' | 'tokenInfo'>
	readonly gatewayUrl: string
	readonly networkId: number
	readonly tokens: readonly Token[]
	readonly settlement: { readonly executionAmountXrd: Decimal; readonly solverAmountXrd: Decimal }
	readonly isPlayKey: boolean
	readonly faults: () => readonly string[]
}

type Result = Omit<DoctorCheckWire, 'name'>
type Check = (deps: DoctorDeps) => Promise<Result>

const patienceMs = 10_000
const clockOffMaxMs = 10_000
const soonMs = 7 * 86_400_000
const ordersLookedAt = 1_000

/** Looks at everything that usually goes wrong. Nothing is changed, and what cannot be looked at is a fault itself. */
export async function doctor(deps: DoctorDeps): Promise<DoctorWire> {
	const results = Object.entries(checks).map(async ([name, check]): Promise<DoctorCheckWire> => {
		const result = await inTime(check(deps)).catch(error => failed(error))
		return { name: name as DoctorCheckWire['name'], ...result }
	})
	const found = await Promise.all(results)
	return { ok: found.every(({ ok }) => ok), checks: found }
}

const checks: Readonly<Record<DoctorCheckWire['name'], Check>> = {
	database: async ({ db, databaseKind }) => {
		const before = performance.now()
		const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
		const missing = migrationNames.filter(name => !rows.some(row => row.name === name))
		const kind = databaseKind === 'pglite' ? 'the embedded database (PGlite)' : 'PostgreSQL'
		if (missing.length === 0) return passed(`${kind}, every migration applied, answered in ${msSince(before)}`)
		return fault(`${kind} lacks ${missing.join(', ')}`, 'Restart the service, which applies them.')
	},
	gateway: async ({ gateway, gatewayUrl }) => {
		const before = performance.now()
		const { stateVersion } = await gateway.ledgerState()
		return passed(`${gatewayUrl} answered in ${msSince(before)}, at state version ${stateVersion}`)
	},
	network: async ({ gateway, networkId, tokens }) => {
		const network = await gateway.network()
		if (network.networkId !== networkId) {
			const found = `the Gateway serves network ${network.networkId}, the configuration says ${networkId}`
			return fault(found, 'Correct gateway_url or network_id.')
		}
		const known = await gateway.tokenInfo(tokens.map(({ resourceAddress }) => resourceAddress))
		const wrong = tokens.filter(({ divisibility }, at) => known[at]?.divisibility !== divisibility)
		if (wrong.length === 0) return passed(`${network.name}, and all ${tokens.length} tokens are as configured`)
		const symbols = wrong.map(({ symbol }) => symbol).join(', ')
		return fault(`divisibility differs from the ledger’s: ${symbols}`, 'Correct it in tokens, then restart.')
	},
	clock: async ({ gateway, clock }) => {
		const { proposerTimestampMs } = await gateway.ledgerState()
		const offMs = clock.nowMs() - proposerTimestampMs
		const detail = `the ledger’s clock is ${(Math.abs(offMs) / 1000).toFixed(1)} s ${offMs < 0 ? 'ahead of' : 'behind'} this machine’s`
		const advice =
			'Synchronise this machine’s clock (NTP), or use another Gateway: orders expire by the ledger’s clock.'
		return Math.abs(offMs) <= clockOffMaxMs ? passed(detail) : fault(detail, advice)
	},
	keys: async ({ isPlayKey, networkId, clock, ...deps }) => {
		const makers = await describeMakers({ clock, ...deps })
		const nowMs = clock.nowMs()
		const valid = makers.flatMap(({ keys }) => keys.filter(key => apiKeyState(key, nowMs) === 'valid'))
		const ending = valid.filter(({ expiresAtMs = Infinity }) => expiresAtMs - nowMs < soonMs)
		const signer = isPlayKey ? `a public play key, as network ${networkId} allows` : 'a key of the operator’s own'
		return passed(
			`the service signs with ${signer}; ${valid.length} valid API keys, ${ending.length} end within 7 days`,
		)
	},
	fees: async ({ db, settlement }) => {
		const { rows } = await sql<{ dearest: string | null }>`
			select max(cost_xrd)::text as dearest from (
				select cost_xrd from "order" order by accepted_at_ms desc, subintent_hash desc limit ${ordersLookedAt}
			) latest`.execute(db)
		const dearest = Decimal.parse(rows[0]?.dearest ?? '0')
		const { executionAmountXrd, solverAmountXrd } = settlement
		const detail = `each item pays ${Decimal.format(executionAmountXrd)} XRD for execution and ${Decimal.format(solverAmountXrd)} XRD for its solver; the dearest of the latest orders was to cost ${Decimal.format(dearest)} XRD`
		if (dearest > executionAmountXrd) return fault(detail, 'Raise settlement.execution_amount_xrd.')
		return Decimal.isPositive(solverAmountXrd)
			? passed(detail)
			: fault(detail, 'Set settlement.solver_amount_xrd: solvers who earn nothing settle nothing.')
	},
	makers: async deps => {
		const makers = await describeMakers(deps)
		const nowMs = deps.clock.nowMs()
		const withoutKey = makers.filter(({ keys }) => keys.every(key => apiKeyState(key, nowMs) !== 'valid'))
		const paused = makers.filter(({ pauses }) => pauses.length > 0)
		const connected = makers.filter(({ sessions }) => sessions > 0)
		const detail = `${makers.length} registered, ${connected.length} connected here, ${paused.length} paused, ${withoutKey.length} without a valid key`
		if (makers.length === 0) return fault(detail, 'Create one: accord maker create.')
		return makers.length > paused.length ? passed(detail) : fault(detail, 'Resume one: accord maker resume.')
	},
	loops: async ({ faults }) => {
		const found = faults()
		return found.length === 0 ? passed('all run') : fault(found.join('; '), 'Look for their errors in the log.')
	},
}

function passed(detail: string): Result {
	return { ok: true, detail }
}

function fault(detail: string, advice: string): Result {
	return { ok: false, detail, advice }
}

function failed(error: unknown): Result {
	const detail = error instanceof Error ? error.message : 'it failed'
	return fault(detail, 'See whether it runs and can be reached from here; the log tells more.')
}

function msSince(before: number): string {
	return `${Math.round(performance.now() - before)} ms`
}

async function inTime<T>(work: Promise<T>): Promise<T> {
	const { promise: late, reject } = Promise.withResolvers<never>()
	const timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs / 1000} s`)), patienceMs)
	return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
