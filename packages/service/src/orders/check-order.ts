import type { GatewayClient, Header } from '@accord/ledger'
import {
	type CheckedOrder,
	errorTable,
	type OrderCheck,
	type OrderSource,
	type OrderViolation,
	orderChecks,
	TradeError,
	type Violation,
} from '@accord/protocol'
import { selectMakersOfAccounts } from '../accounts/accounts-table.ts'
import { levelOf } from '../accounts/levels.ts'
import type { Database } from '../db/tables.ts'
import type { LedgerReads } from '../gateway/ledger-reads.ts'
import { requireFunds } from '../intents/account-funds.ts'
import type { CostPreview, PreviewedCost } from '../intents/cost-preview.ts'
import { orderExpiry } from '../intents/deadlines.ts'
import type { LedgerTime } from '../intents/header-rules.ts'
import { intentsToPreviewWith } from '../intents/open-intents-check.ts'
import { type OpenIntentOfAccount, selectOpenIntents } from '../intents/open-intents-table.ts'
import { checkedOrderWork, ownAccounts, type SignedIntent } from '../intents/read-intent.ts'
import { type InspectedOrder, inspectOrder } from '../intents/validate-order.ts'
import { rebateOf } from '../market/fee-info.ts'
import type { WorkThreads } from '../threads/work-threads.ts'
import { openOrdersMaxOf, requireOpenOrderLimits } from './open-order-limits.ts'
import { selectRole, selectUnfunded } from './orders-table.ts'
import { type TentativeMatchDeps, tentativeMatch } from './tentative-match.ts'

// The guarantee: an order is checked against every rule of a submission, all its violations are reported, and nothing is
// written.

type CheckOrderDeps = TentativeMatchDeps & {
	readonly db: Database
	readonly gateway: Pick<GatewayClient, 'balance' | 'subintentStatus'>
	readonly ledger: Pick<LedgerReads, 'state'>
	readonly costPreview: Pick<CostPreview, 'inspect'>
	readonly threads: Pick<WorkThreads, 'run'>
	readonly limits: { readonly openOrdersPerAccount: number }
}

export type CheckOrder = { readonly source: OrderSource; readonly receivedAtMs: number; readonly client?: string }

/** An order being checked: what can be read of it, and what was found so far. */
type OrderInspection = InspectedOrder & {
	readonly info: SignedIntent
	readonly ledgerState: LedgerTime
	readonly receivedAtMs: number
	readonly violations: OrderViolation[]
	readonly skipped: Set<OrderCheck>
}

/** POST /trade/orders/check. @throws TradeError only for reasons other than the order: `busy`, `ledger_unavailable` */
export async function checkOrder(
	deps: CheckOrderDeps,
	{ source, receivedAtMs, client = '' }: CheckOrder,
): Promise<CheckedOrder> {
	const ledgerState = await deps.ledger.state()
	const { networkId } = deps.market
	const refused: OrderViolation[] = []
	const info = await collectViolations(refused, () =>
		deps.threads.run(client, checkedOrderWork, { networkId, epoch: ledgerState.epoch, nowMs: receivedAtMs }, source),
	)
	if (info === undefined) return unreadable(refused)
	const role = await selectRole(deps.db, info.subintentHash)
	const inspection = await inspect(deps, { info, ledgerState, receivedAtMs })
	// An order that was accepted before is accepted again, whatever its state.
	if (role === 'order')
		return describe(source, { ...inspection, violations: [], skipped: new Set(checksAfter('bytes')) })
	if (role === 'fill') inspection.violations.push(...violationsOf(new TradeError('subintent_in_use')))
	await checkLiquidity(deps, inspection)
	const open = await checkFunds(deps, inspection)
	const cost = await checkExecution(deps, inspection, { open, client })
	return { ...describe(source, inspection), ...describeCost(deps, inspection, cost) }
}

function unreadable(violations: readonly OrderViolation[]): CheckedOrder {
	const check = violations.some(({ rule }) => rule === 'invalid_signature') ? 'signatures' : 'bytes'
	return { valid: false, violations: [...violations], skipped: checksAfter(check) }
}

function checksAfter(check: OrderCheck): OrderCheck[] {
	return orderChecks.slice(orderChecks.indexOf(check) + 1)
}

type Read = { readonly info: SignedIntent; readonly ledgerState: LedgerTime; readonly receivedAtMs: number }

async function inspect(deps: CheckOrderDeps, { info, ledgerState, receivedAtMs }: Read): Promise<OrderInspection> {
	const { db, market, feeInfo } = deps
	const account = info.reading.terms?.account
	const level = account === undefined ? 0 : await levelOf(db, account)
	const rules = { market, feeInfo, ledgerState, role: 'taker', level, expiry: orderExpiry(receivedAtMs) } as const
	const inspected = inspectOrder(rules, info)
	const { violationsByKind, reading } = inspected
	const sold = reading.terms && market.tokenByAddress(reading.terms.sell.resource)
	return {
		...inspected,
		info,
		ledgerState,
		receivedAtMs,
		violations: Object.values(violationsByKind).flat().map(violationOf),
		skipped: new Set(sold === undefined ? ['fees'] : []),
	}
}

async function checkLiquidity(deps: CheckOrderDeps, inspection: OrderInspection): Promise<void> {
	const { traded, violationsByKind, violations, skipped } = inspection
	const pairAndSide = traded && deps.market.pairOf({ sell: traded.sold.symbol, buy: traded.bought.symbol })
	if (
		traded === undefined ||
		pairAndSide === undefined ||
		violationsByKind.schema.some(({ code }) => code === 'invalid_amount')
	) {
		skipped.add('liquidity')
		return
	}
	const ownMakers = await selectMakersOfAccounts(deps.db, ownAccounts(inspection.info))
	const order = { ...pairAndSide, limitOrder: traded.limitOrder }
	await collectViolations(violations, () => tentativeMatch(deps, order, { ownMakers }))
}

/** Returns the account's other open intents. Only a preview can check the funds of an order with a prefix. */
async function checkFunds(deps: CheckOrderDeps, inspection: OrderInspection): Promise<readonly OpenIntentOfAccount[]> {
	const { reading, traded, violations, skipped } = inspection
	const { terms, hasPrefix } = reading
	if (terms === undefined || traded === undefined) {
		skipped.add('funds')
		return []
	}
	const open = await selectOpenIntents(deps.db, [terms.account])
	const unfunded = await selectUnfunded(deps.db, { account: terms.account, nowMs: inspection.receivedAtMs })
	await collectViolations(violations, () => {
		const openOrdersMax = openOrdersMaxOf(deps.limits, { unfunded, nowMs: inspection.receivedAtMs })
		requireOpenOrderLimits(openOrdersMax, { hasPrefix, open })
	})
	if (hasPrefix) return open
	const wanted = { symbol: traded.sold.symbol, amount: terms.withdrawn.amount }
	await collectViolations(violations, () => requireFunds(deps, { account: terms.account, wanted, open }))
	return open
}

/** Only an order that follows the schema and is within its validity window can be previewed. */
async function checkExecution(
	deps: CheckOrderDeps,
	{ info, ledgerState, reading, violationsByKind, violations, skipped }: OrderInspection,
	{ open, client }: { open: readonly OpenIntentOfAccount[]; client: string },
): Promise<PreviewedCost | undefined> {
	if (violationsByKind.schema.length > 0 || !isUsable(info.header, ledgerState)) {
		skipped.add('execution')
		if (reading.hasPrefix) skipped.add('funds')
		return undefined
	}
	const account = reading.terms?.account ?? ''
	const validated = { account, subintentId: info.subintentId, hasPrefix: reading.hasPrefix }
	const { hasPrefix } = reading
	const alongside = await collectViolations(violations, () => intentsToPreviewWith(deps.db, { hasPrefix, open }))
	const { cost, refusal } = await deps.costPreview.inspect({
		validated,
		info,
		role: 'check',
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

function describe(source: OrderSource, inspection: OrderInspection): CheckedOrder {
	const { info, reading, traded, violations, skipped } = inspection
	const { maxTimestampS } = info.header
	const ofBytes = source.manifest === undefined ? { subintentId: info.subintentId } : {}
	const expires = source.manifest === undefined && maxTimestampS != null ? { expiresAtS: maxTimestampS } : {}
	return {
		valid: violations.length === 0,
		violations,
		skipped: orderChecks.filter(check => skipped.has(check)),
		...ofBytes,
		...(traded === undefined ? {} : { limitOrder: traded.limitOrder, fee: traded.fee }),
		...(reading.terms === undefined ? {} : { account: reading.terms.account }),
		...expires,
	}
}

function describeCost(
	deps: CheckOrderDeps,
	{ traded }: OrderInspection,
	cost: PreviewedCost | undefined,
): Pick<CheckedOrder, 'execution'> {
	if (cost === undefined || traded === undefined) return {}
	const { costXrd, executionUnits } = cost
	const { symbol } = traded.sold
	const expectedRebate = { symbol, amount: rebateOf(deps, { symbol, costXrd }) }
	return { execution: { costXrd, units: executionUnits, expectedRebate } }
}

/** The violations of an error. */
function violationsOf({ code, message, errors }: TradeError): OrderViolation[] {
	if (errors.length === 0) return [{ rule: code, detail: message }]
	return errors.map(item => ({ ...item, rule: item.rule ?? code }))
}

function violationOf({ code, item }: Violation): OrderViolation {
	return { ...item, rule: code }
}

/**
 * Runs one check of an order and adds its violations to `violations`.
 * @throws any error that is not about the order
 */
async function collectViolations<T>(violations: OrderViolation[], check: () => T | Promise<T>): Promise<T | undefined> {
	try {
		return await check()
	} catch (error) {
		if (!(error instanceof TradeError) || errorTable[error.code].httpStatus >= 500) throw error
		violations.push(...violationsOf(error))
		return undefined
	}
}
