import type { Header } from '@accord/ledger'
import {
	type CheckedOrder,
	type FeeRole,
	type FillCheck,
	isClientError,
	type OrderCheck,
	type OrderSource,
	type OrderViolation,
	type TradeError,
	type Violation,
} from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { LedgerReads } from '../gateway/ledger-reads.ts'
import type { CostPreview, PreviewedCost } from '../intents/cost-preview.ts'
import { intentsToPreviewWith } from '../intents/intents.ts'
import type { OpenIntentOfAccount } from '../intents/open-intents-table.ts'
import { checkedOrderWork, type SignedIntent } from '../intents/read-intent.ts'
import { type InspectedOrder, inspectOrder, type LedgerTime, type ValidationRules } from '../intents/validate-order.ts'
import { rebateOf } from '../market/market.ts'
import type { WorkThreads } from '../threads/work-threads.ts'

type IntentCheck = OrderCheck | FillCheck

/** An order or fill being checked: its readable contents, and the findings so far. */
export type Inspection = InspectedOrder & {
	readonly info: SignedIntent
	readonly ledgerState: LedgerTime
	readonly receivedAtMs: number
	readonly violations: OrderViolation[]
	readonly skipped: Set<IntentCheck>
}

export type ReadSourceDeps = {
	readonly market: { readonly networkId: number }
	readonly ledger: Pick<LedgerReads, 'state'>
	readonly threads: Pick<WorkThreads, 'run'>
}

type Source = { readonly client: string; readonly source: OrderSource; readonly receivedAtMs: number }

/** Reads the bytes when it is the client's turn; without `info`, the bytes are `refused`. */
export async function readSource(deps: ReadSourceDeps, { client, source, receivedAtMs }: Source) {
	const ledgerState = await deps.ledger.state()
	const rules = { networkId: deps.market.networkId, epoch: ledgerState.epoch, nowMs: receivedAtMs }
	const refused: OrderViolation[] = []
	const info = await collectViolations(refused, () => deps.threads.run(client, checkedOrderWork, rules, source))
	return { ledgerState, info, refused }
}

type Read = { readonly info: SignedIntent; readonly receivedAtMs: number }

/** Starts with the facts that can be read from the bytes alone. */
export function beginInspection(rules: ValidationRules, { info, receivedAtMs }: Read): Inspection {
	const inspected = inspectOrder(rules, info)
	const { violationsByKind, reading } = inspected
	const sold = reading.terms && rules.market.tokenByAddress(reading.terms.sell.resource)
	return {
		...inspected,
		info,
		ledgerState: rules.ledgerState,
		receivedAtMs,
		violations: Object.values(violationsByKind).flat().map(violationOf),
		skipped: new Set(sold === undefined ? ['fees'] : []),
	}
}

/** The result of these checks for unreadable bytes. */
export function unreadable<Check extends IntentCheck>(violations: readonly OrderViolation[], checks: readonly Check[]) {
	const check = violations.some(({ rule }) => rule === 'invalid_signature') ? 'signatures' : 'bytes'
	return { valid: false, violations: [...violations], skipped: checksAfter(check, checks) }
}

/** The result for an intent that was accepted before, and is accepted again whatever its state. */
export function accepted(inspection: Inspection, checks: readonly IntentCheck[]): Inspection {
	return { ...inspection, violations: [], skipped: new Set(checksAfter('bytes', checks)) }
}

function checksAfter<Check extends IntentCheck>(check: IntentCheck, checks: readonly Check[]): Check[] {
	return checks.slice(checks.indexOf(check as Check) + 1)
}

export type PreviewDeps = {
	readonly platform: { readonly db: Pick<DatabaseLanes, 'requests'> }
	readonly intents: { readonly costPreview: Pick<CostPreview, 'inspect'> }
}

/** Only an intent that follows the schema and is within its validity window can be previewed. */
export async function checkExecution(
	{ platform: { db }, intents: { costPreview } }: PreviewDeps,
	inspection: Inspection,
	{ open, client, of }: { open: readonly OpenIntentOfAccount[]; client: string; of: FeeRole },
): Promise<PreviewedCost | undefined> {
	const { info, ledgerState, reading, violationsByKind, violations, skipped } = inspection
	if (violationsByKind.schema.length > 0 || !isUsable(info.header, ledgerState)) {
		skipped.add('execution')
		if (reading.hasPrefix) skipped.add('funds')
		return undefined
	}
	const account = reading.terms?.account ?? ''
	const validated = { account, subintentId: info.subintentId, hasPrefix: reading.hasPrefix }
	const { hasPrefix } = reading
	const alongside = await collectViolations(violations, () => intentsToPreviewWith(db.requests, { hasPrefix, open }))
	const { cost, refusal } = await costPreview.inspect({
		validated,
		info,
		role: 'check',
		of,
		client,
		alongside: alongside ?? [],
	})
	const isNew = refusal !== undefined && !violations.some(({ rule }) => rule === refusal.code)
	if (isNew) violations.push(...violationsOf(refusal))
	return cost
}

function isUsable(header: Header, { epoch, proposerTimestampMs }: LedgerTime): boolean {
	const { startEpoch, endEpoch, minTimestampS, maxTimestampS } = header
	if (epoch < startEpoch || epoch >= endEpoch) return false
	return (minTimestampS ?? 0) * 1000 <= proposerTimestampMs && (maxTimestampS ?? Infinity) * 1000 > proposerTimestampMs
}

/** The findings, and the contents that could be read. */
export function describeInspection<Check extends IntentCheck>(
	source: OrderSource,
	{ info, reading, traded, violations, skipped }: Inspection,
	checks: readonly Check[],
) {
	const { maxTimestampS } = info.header
	const ofBytes = source.manifest === undefined ? { subintentId: info.subintentId } : {}
	const expires = source.manifest === undefined && maxTimestampS != null ? { expiresAtS: maxTimestampS } : {}
	return {
		valid: violations.length === 0,
		violations,
		skipped: checks.filter(check => skipped.has(check)),
		...ofBytes,
		...(traded === undefined ? {} : { limitOrder: traded.limitOrder, fee: traded.fee }),
		...(reading.terms === undefined ? {} : { account: reading.terms.account }),
		...expires,
	}
}

/** Its cost, if it was previewed. */
export function describeCost(
	deps: Parameters<typeof rebateOf>[0],
	{ traded }: InspectedOrder,
	cost: PreviewedCost | undefined,
): Pick<CheckedOrder, 'execution'> {
	if (cost === undefined || traded === undefined) return {}
	const { costXrd, executionUnits } = cost
	const { symbol } = traded.sold
	const expectedRebate = { symbol, amount: rebateOf(deps, { symbol, costXrd }) }
	return { execution: { costXrd, units: executionUnits, expectedRebate } }
}

/** The violations in an error. */
export function violationsOf({ code, message, errors }: TradeError): OrderViolation[] {
	if (errors.length === 0) return [{ rule: code, detail: message }]
	return errors.map(item => ({ ...item, rule: item.rule ?? code }))
}

function violationOf({ code, item }: Violation): OrderViolation {
	return { ...item, rule: code }
}

/**
 * Runs one check of an intent and adds its violations to `violations`.
 * @throws any error that is not about the intent
 */
export async function collectViolations<T>(
	violations: OrderViolation[],
	check: () => T | Promise<T>,
): Promise<T | undefined> {
	try {
		return await check()
	} catch (error) {
		if (!isClientError(error)) throw error
		violations.push(...violationsOf(error))
		return undefined
	}
}
