import { isPlayKey } from '@accord/ledger'
import { Decimal, type DoctorCheck, type NodeStatus, TradeError } from '@accord/protocol'
import { sql } from 'kysely'
import { hostUrls } from '../config/database-url.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { migrationNames } from '../db/migrate.ts'
import { standbysOf } from '../db/standbys.ts'
import { depositRefusal } from '../gateway/deposit-refusal.ts'
import { checkTokens } from '../market/ledger-tokens.ts'
import { nodeStatuses } from '../nodes/node-statuses.ts'
import { selectVersions } from '../platform/agreed-settings-table.ts'
import { checkOwnMarkers } from '../platform/own-markers.ts'
import type { Platform } from '../platform/platform.ts'
import { type CheckResult, failed, passed } from './check-result.ts'
import { findMakers } from './makers.ts'
import type { OperatorRooms } from './operator-rooms.ts'
import { checkFills, checkOrders, checkQuotes, checkSolvers } from './trading-checks.ts'

type DoctorRooms = Pick<
	OperatorRooms,
	| 'config'
	| 'platform'
	| 'agreed'
	| 'denyHook'
	| 'ledgerWatch'
	| 'intents'
	| 'prices'
	| 'instamint'
	| 'nodes'
	| 'loops'
	| 'node'
>

type Check = (rooms: DoctorRooms) => Promise<CheckResult>

const timeoutMs = 10_000
const soonMs = 7 * 86_400_000
const sampledOrders = 1_000

/** Checks everything that commonly goes wrong. It changes nothing; a check that cannot be made has failed. */
export async function doctor(rooms: DoctorRooms): Promise<DoctorCheck[]> {
	const results = (Object.keys(checks) as DoctorCheck['name'][]).map(async (name): Promise<DoctorCheck> => {
		const result = await withTimeout(checks[name](rooms)).catch((error: unknown) => notChecked(name, error))
		return { name, ...result }
	})
	return await Promise.all(results)
}

const checks: Readonly<Record<DoctorCheck['name'], Check>> = {
	database: ({ platform: { db }, config }) =>
		checkDatabase({ db, url: 'url' in config.database ? config.database.url : undefined }),
	gateway: async ({ platform: { gateway }, config: { gatewayUrl } }) => {
		const startMs = performance.now()
		const { stateVersion } = await gateway.ledgerState()
		return passed(`${gatewayUrl} answered in ${msSince(startMs)}, at state version ${stateVersion}`)
	},
	network: async ({ platform }) => {
		const { gateway, market } = platform
		const { networkId, tokens } = market
		const network = await gateway.network()
		if (network.networkId !== networkId) {
			const found = `the Gateway serves network ${network.networkId}, the configuration says ${networkId}`
			return failed(found, 'Correct gateway_url or network_id.')
		}
		const { faults, unconfirmed } = await checkTokens(gateway, tokens)
		if (faults.length > 0) return failed(faults.join('; '), 'Correct them in tokens, then restart.')
		const refusal = await feeRefusal(platform)
		if (refusal !== undefined)
			return failed(refusal, 'Have that account accept every token, or name another service_account.')
		const unnamed =
			unconfirmed.length === 0
				? ''
				: `; it has no symbol for ${unconfirmed.join(', ')}: confirm the addresses with the issuers`
		return passed(`${network.name}; all ${tokens.length} tokens match the ledger${unnamed}`)
	},
	binding: async ({ platform }) => {
		const { gateway, market, markers, service, terms } = platform
		const { faults, otherKeys } = await checkOwnMarkers({ gateway, market, markers, service, heldKeys: terms.heldKeys })
		if (faults.length > 0)
			return failed(faults.join('; '), 'After a change of the key: accord markers update. Otherwise correct markers.')
		if (otherKeys.length > 0)
			return failed(otherKeys.join('; '), 'Once no bundle of that key is open: accord markers update.')
		return passed('markers and box belong to the service’s keys alone')
	},
	clock: async ({ platform: { gateway }, ledgerWatch, config }) => {
		// Measured even if the answer is not trusted.
		const failure = await gateway.ledgerState().then(
			() => undefined,
			(error: unknown) => error,
		)
		if (failure !== undefined && ledgerWatch.doubt() === undefined) throw failure
		const { skewMs = 0, isSkewed } = ledgerWatch
		const detail = `the ledger’s clock is ${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine’s`
		const { clockSkewMaxMs } = config.ledger
		// Trouble is told before it stops orders, as the alert AccordClockSkew does.
		if (Math.abs(skewMs) <= clockSkewMaxMs / 2) return passed(detail)
		const when = isSkewed ? 'until both clocks agree' : `from a difference of ${clockSkewMaxMs / 1000} s on`
		return failed(detail, `Synchronise this machine’s clock (NTP), or use another Gateway: orders are refused ${when}.`)
	},
	keys: async ({ platform, node, intents }) => {
		const { clock, db, market, service } = platform
		const shortage = await intents.payer.shortage()
		if (shortage !== undefined) return failed(shortage, 'Send it XRD. Previews spend nothing.')
		const makers = await findMakers({ platform, node }, { database: db.own })
		const nowMs = clock.nowMs()
		const valid = makers.flatMap(({ keys }) => keys.filter(({ state }) => state === 'valid'))
		const expiring = valid.filter(({ expiresAtMs = Infinity }) => expiresAtMs - nowMs < soonMs)
		const signer = isPlayKey(service.keyPair)
			? `a public play key, which network ${market.networkId} allows`
			: 'its own key'
		const keys = `${valid.length} valid API keys, ${expiring.length} expire within 7 days`
		return passed(`the service signs with ${signer}; ${keys}`)
	},
	fees: async ({ platform: { db, settlement } }) => {
		const { rows } = await sql<{ highest: string | null }>`
			select max(cost_xrd)::text as highest from (
				select cost_xrd from "order" order by accepted_at_ms desc, subintent_hash desc limit ${sampledOrders}
			) latest`.execute(db.own)
		const highest = Decimal.parse(rows[0]?.highest ?? '0')
		const { executionAmountXrd, solverAmountXrd } = settlement
		const paid = `${Decimal.format(executionAmountXrd)} XRD for execution and ${Decimal.format(solverAmountXrd)} XRD to its solver`
		const detail = `each item pays ${paid}; the most expensive recent order was estimated at ${Decimal.format(highest)} XRD`
		if (highest > executionAmountXrd) return failed(detail, 'Raise settlement.execution_amount_xrd.')
		return Decimal.isPositive(solverAmountXrd)
			? passed(detail)
			: failed(detail, 'Set settlement.solver_amount_xrd: solvers do not settle for nothing.')
	},
	makers: async ({ platform, node, prices }) => {
		const makers = await findMakers({ platform, node }, { database: platform.db.own })
		const withoutKey = makers.filter(({ keys }) => keys.every(({ state }) => state !== 'valid'))
		const paused = makers.filter(({ pauses }) => pauses.length > 0)
		const quoting = new Set(platform.market.quotedPairs.flatMap(pair => [...prices.makerQuotes.inForce(pair).keys()]))
		const pausers = paused.map(({ name, pauses }) => `${name} by ${pauses.map(({ by }) => by).join(' and ')}`)
		const pauseText = `${paused.length} paused${pausers.length === 0 ? '' : ` (${pausers.join(', ')})`}`
		const detail = `${makers.length} registered, ${quoting.size} quoting, ${pauseText}, ${withoutKey.length} without a valid key`
		if (makers.length === 0) return failed(detail, 'Create one: accord maker create.')
		return makers.length > paused.length ? passed(detail) : failed(detail, 'Resume one: accord maker resume.')
	},
	instamint: async ({ instamint }) =>
		(await instamint?.check()) ?? passed('no component is configured: no one mints on credit'),
	deny_hook: checkDenyHook,
	quotes: checkQuotes,
	solvers: checkSolvers,
	orders: checkOrders,
	fills: checkFills,
	nodes: checkNodes,
	settings: checkSettings,
	loops: async ({ loops }) => {
		const failures = loops.faults()
		return failures.length === 0 ? passed('all running') : failed(failures.join('; '), 'Find their errors in the log.')
	},
}

/** Whether the hook answers; what it is asked is about the service's own account. */
async function checkDenyHook({ config, platform, denyHook }: DoctorRooms): Promise<CheckResult> {
	if (denyHook === undefined || config.denyHook === undefined) return passed('none: orders are accepted from everyone')
	const { market, service } = platform
	const [pair] = market.pairs
	const { account } = service
	if (pair === undefined) return passed('no pair is traded')
	const oneOf = (symbol: string) => ({ symbol, amount: Decimal.one })
	const limitOrder = { sell: oneOf(pair.base), buy: oneOf(pair.quote) }
	const { whenSilent } = config.denyHook
	const startMs = performance.now()
	try {
		const order = { account, payers: [account], pair, side: 'bids', limitOrder } as const
		await denyHook.ask(order, { purpose: 'doctor', client: '' })
		return passed(`answered in ${msSince(startMs)}`)
	} catch (error) {
		const reason = error instanceof Error ? error.message : 'it cannot be reached'
		const fate = whenSilent === 'refuse' ? 'orders are refused' : 'orders are accepted unasked'
		return failed(
			`no valid answer: ${reason}; ${fate} meanwhile`,
			'Check that deny_hook.url runs and answers {"deny": false}.',
		)
	}
}

/** `url` is absent if it is the embedded one. */
type CheckedDatabase = { readonly db: Pick<DatabaseLanes, 'own'>; readonly url: string | undefined }

/**
 * Whether the database has every migration and durably stores what it acknowledges. No session can change what the
 * server syncs.
 */
export async function checkDatabase({ db, url }: CheckedDatabase): Promise<CheckResult> {
	const startMs = performance.now()
	const { rows } = await sql<{ name: string; fsync: string }>`
		select name, current_setting('fsync') as fsync from kysely_migration`.execute(db.own)
	const answered = `answered in ${msSince(startMs)}`
	const kind = url === undefined ? 'the embedded PostgreSQL' : 'PostgreSQL'
	const missing = migrationNames.filter(name => !rows.some(row => row.name === name))
	if (missing.length > 0) {
		return failed(`${kind} lacks ${missing.join(', ')}`, 'Restart the service, which applies them.')
	}
	if (rows.some(({ fsync }) => fsync !== 'on')) {
		const advice =
			'Set fsync = on in its configuration and reload it: what was acknowledged could be lost with its machine.'
		return failed(`${kind} syncs nothing to its disk (fsync = off)`, advice)
	}
	const detail = `${kind}, every migration applied, ${answered}`
	const standbys = await standbysOf(db.own)
	if (standbys.count === 0 && url !== undefined && hostUrls(url).length > 1) {
		const advice = 'Make one: if this server is lost, so is everything since the last backup.'
		return { ...passed(`${detail}; no standby follows it, though database.url names several servers`), advice }
	}
	if (standbys.count === 0 || standbys.isAnySynchronous) return passed(detail)
	const advice =
		'Set synchronous_standby_names: if a standby is promoted, it may lack what was acknowledged last, even trades.'
	const which = standbys.count === 1 ? 'its only standby is' : `all of its ${standbys.count} standbys are`
	return { ...passed(`${detail}; ${which} asynchronous`), advice }
}

/**
 * Whether all nodes are running, report no problem, and have the same settings. `nodes` is absent for a single-node
 * service.
 */
async function checkNodes({ platform, nodes }: DoctorRooms): Promise<CheckResult> {
	if (nodes === undefined) return passed('a service by itself: no bus is configured')
	const all = await nodeStatuses(platform.db.own, nodes.membership.nodeId)
	const there = all.filter(({ isThere }) => isThere)
	const versions = new Set(there.map(({ report }) => report?.version ?? 'starting'))
	const fingerprints = new Set(there.map(({ fingerprint }) => fingerprint))
	const detail = `${there.length} there (${[...versions].join(', ')}), settings ${[...fingerprints].join(', ')}`
	const faults = all.flatMap(node => faultsOf(node))
	if (faults.length === 0) return passed(detail)
	const advice =
		'A node that is gone: start it again; one that does not come back is forgotten after an hour. Otherwise accord doctor --operator URL of that node says more.'
	return failed(`${faults.join('; ')}; ${detail}`, advice)
}

const takenWithinMs = 5_000

/** Whether every node trades by the newest settings whose time has come, and knows those that will follow. */
async function checkSettings({ platform, agreed, nodes }: DoctorRooms): Promise<CheckResult> {
	const { db, clock } = platform
	const nowMs = clock.nowMs()
	const versions = await selectVersions(db.own, { after: 0 })
	const due = versions.findLast(({ validFromMs }) => validFromMs < nowMs - takenWithinMs)?.version ?? 0
	const known = versions.findLast(({ createdAtMs }) => createdAtMs < nowMs - takenWithinMs)?.version ?? 0
	const others = nodes === undefined ? [] : await nodeStatuses(db.own, nodes.membership.nodeId)
	const reports = others.flatMap(({ nodeId, isThere, isAsked, report }) => {
		return isThere && !isAsked && report?.settings ? [{ name: `${nodeId} at ${report.url}`, ...report.settings }] : []
	})
	const own = { name: 'this node', version: agreed.present.version, newest: agreed.newest.version }
	const behind = [own, ...reports].filter(({ version, newest }) => version < due || newest < known)
	const detail = agreed.isStored
		? `version ${own.version} is in force${own.newest > own.version ? `, version ${own.newest} follows` : ''}`
		: 'those of the configuration file: none were applied'
	if (behind.length === 0) return passed(detail)
	const names = behind.map(({ name, version }) => `${name} still has version ${version}`)
	return failed(`${names.join('; ')}; ${detail}`, 'Restart it: its log says why it did not take the settings.')
}

function faultsOf({ nodeId, isThere, seenMsAgo, report }: NodeStatus): string[] {
	const name = report === undefined ? nodeId : `${nodeId} at ${report.url}`
	if (!isThere) return [`${name} was last seen ${Math.round(seenMsAgo / 1000)} s ago`]
	const failing = report?.health.filter(({ ok }) => !ok) ?? []
	return failing.map(check => `${name}: ${check.name}: ${check.detail ?? 'unavailable'}`)
}

/**
 * Why the service's account cannot receive the platform fee in some token, in which case no trade would settle;
 * undefined if it can.
 */
async function feeRefusal({ gateway, service, market }: Platform): Promise<string | undefined> {
	const refusal = await depositRefusal({ gateway, market }, service.account)
	return refusal === undefined ? undefined : `${service.account} does not accept platform fees: ${refusal}`
}

/** The check of the database says once what to do about it. */
function notChecked(name: DoctorCheck['name'], error: unknown): CheckResult {
	const needsDatabase = error instanceof TradeError && error.code === 'database_unavailable'
	if (needsDatabase && name !== 'database') return failed('not checked without the database', 'First the database.')
	const detail = error instanceof Error ? error.message : 'the check failed'
	const advice = 'Check that it runs and can be reached from here; the log has more.'
	return failed(detail, needsDatabase ? `${advice} If a standby waits, promote it: all nodes find it.` : advice)
}

function msSince(startMs: number): string {
	return `${Math.round(performance.now() - startMs)} ms`
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
	const { promise: late, reject } = Promise.withResolvers<never>()
	const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
	return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
