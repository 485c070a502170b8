import type { GatewayClient, Header, SignedPartialInfo } from '@accord/ledger'
import {
	type CheckedOrderWire,
	type CheckOrderWire,
	Decimal,
	formatAmount,
	formatFee,
	formatLimitOrder,
	type OrderCheckWire,
	orderCheckWire,
	TradeError,
	type ViolationWire,
} from '@accord/protocol'
import { levelOf } from '../accounts/levels.ts'
import type { Database } from '../db/tables.ts'
import { requireFunds } from './account-funds.ts'
import { askLedger } from './ask-ledger.ts'
import { orderExpiry } from './expiry.ts'
import type { LedgerTime } from './header-rules.ts'
import { accountOf, type ExaminedLimitOrder, examineLimitOrder } from './judge-limit-order.ts'
import { type OpenIntentOfAccount, selectOpenIntents } from './open-intents-table.ts'
import { requireOpenOrderLimits } from './open-order-limits.ts'
import { selectRole } from './orders-table.ts'
import type { PreviewJudge, PreviewJudgement } from './preview-judge.ts'
import { previewedBeside } from './previewed-beside.ts'
import { readCheckedOrder } from './read-checked-order.ts'
import { rebateOf } from './rebate-of.ts'
import { type TentativeMatchDeps, tentativeMatch } from './tentative-match.ts'
import { collectViolations, violationOf, violationsOf } from './violations.ts'

// The guarantee: an order is held against every rule that a submission holds it against, all that it breaks is told, and
// nothing is written.

export type CheckOrderDeps = TentativeMatchDeps & {
	readonly db: Database
	readonly gateway: Pick<GatewayClient, 'ledgerState' | 'balances' | 'subintentStatus'>
	readonly previewJudge: Pick<PreviewJudge, 'examine'>
	readonly limits: { readonly openOrdersPerAccount: number }
}

export type CheckOrder = { readonly body: CheckOrderWire; readonly receivedAtMs: number }

/** An order under examination: what of it can be read, and what was found so far. */
type Checking = ExaminedLimitOrder & {
	readonly info: SignedPartialInfo
	readonly ledgerState: LedgerTime
	readonly violations: ViolationWire[]
	readonly skipped: Set<OrderCheckWire>
}

/** POST /trade/orders/check. @throws TradeError only for what is not the order's fault: `busy`, `ledger_unavailable` */
export async function checkOrder(deps: CheckOrderDeps, { body, receivedAtMs }: CheckOrder): Promise<CheckedOrderWire> {
	const ledgerState = await askLedger(() => deps.gateway.ledgerState())
	const { networkId } = deps.market
	const refused: ViolationWire[] = []
	const info = await collectViolations(refused, () =>
		readCheckedOrder({ networkId, epoch: ledgerState.epoch, nowMs: receivedAtMs }, body),
	)
	if (info === undefined) return unreadable(refused)
	const role = await selectRole(deps.db, info.subintentHash)
	const checking = await examine(deps, { info, ledgerState, receivedAtMs })
	// The same order again is accepted again, whatever has become of it.
	if (role === 'order') return describe(body, { ...checking, violations: [], skipped: new Set(checksAfter('bytes')) })
	if (role === 'fill') checking.violations.push(...violationsOf(new TradeError('subintent_in_use')))
	await checkLiquidity(deps, checking)
	const open = await checkFunds(deps, checking)
	const cost = await checkExecution(deps, checking, open)
	return { ...describe(body, checking), ...describeCost(deps, checking, cost) }
}

function unreadable(violations: readonly ViolationWire[]): CheckedOrderWire {
	const check = violations.some(({ rule }) => rule === 'invalid_signature') ? 'signatures' : 'bytes'
	return { valid: false, violations: [...violations], skipped: checksAfter(check) }
}

function checksAfter(check: OrderCheckWire): OrderCheckWire[] {
	const checks = orderCheckWire.options
	return checks.slice(checks.indexOf(check) + 1)
}

type Read = { readonly info: SignedPartialInfo; readonly ledgerState: LedgerTime; readonly receivedAtMs: number }

async function examine(deps: CheckOrderDeps, { info, ledgerState, receivedAtMs }: Read): Promise<Checking> {
	const { db, market, feeInfo } = deps
	const account = accountOf(info)
	const level = account === undefined ? 0 : await levelOf(db, account)
	const rules = { market, feeInfo, ledgerState, role: 'taker', level, expiry: orderExpiry(receivedAtMs) } as const
	const examined = examineLimitOrder(rules, info)
	const { faults, reading } = examined
	const sold = reading.terms && market.tokenByAddress(reading.terms.sell.resource)
	return {
		...examined,
		info,
		ledgerState,
		violations: Object.values(faults).flat().map(violationOf),
		skipped: new Set(sold === undefined ? ['fees'] : []),
	}
}

async function checkLiquidity(deps: CheckOrderDeps, checking: Checking): Promise<void> {
	const { traded, faults, violations, skipped } = checking
	const place = traded && deps.market.pairOf({ sell: traded.sold.symbol, buy: traded.bought.symbol })
	if (traded === undefined || place === undefined || faults.schema.some(({ code }) => code === 'invalid_amount')) {
		skipped.add('liquidity')
		return
	}
	await collectViolations(violations, () => tentativeMatch(deps, { ...place, limitOrder: traded.limitOrder }))
}

/** Gives the account's other open intents. What an order with a prefix withdraws only its preview can tell. */
async function checkFunds(deps: CheckOrderDeps, checking: Checking): Promise<readonly OpenIntentOfAccount[]> {
	const { reading, traded, violations, skipped } = checking
	const { terms, hasPrefix } = reading
	if (terms === undefined || traded === undefined) {
		skipped.add('funds')
		return []
	}
	const open = await selectOpenIntents(deps.db, [terms.account])
	await collectViolations(violations, () => requireOpenOrderLimits(deps.limits, { hasPrefix, open }))
	if (hasPrefix) return open
	const wanted = { symbol: traded.sold.symbol, amount: terms.withdrawn.amount }
	await collectViolations(violations, () => requireFunds(deps, { account: terms.account, wanted, open }))
	return open
}

/** Only what has the shape of a limit order and is within its time can be run. */
async function checkExecution(
	deps: CheckOrderDeps,
	{ info, ledgerState, reading, faults, violations, skipped }: Checking,
	open: readonly OpenIntentOfAccount[],
): Promise<PreviewJudgement | undefined> {
	if (faults.schema.length > 0 || !isUsable(info.header, ledgerState)) {
		skipped.add('execution')
		if (reading.hasPrefix) skipped.add('funds')
		return undefined
	}
	const judged = { subintentId: info.subintentId, hasPrefix: reading.hasPrefix }
	const { hasPrefix } = reading
	const beside = await collectViolations(violations, () => previewedBeside(deps.db, { hasPrefix, open }))
	const { cost, refusal } = await deps.previewJudge.examine({ judged, info, role: 'check', beside: beside ?? [] })
	const isNew = refusal !== undefined && !violations.some(({ rule }) => rule === refusal.code)
	if (isNew) violations.push(...violationsOf(refusal))
	return cost
}

function isUsable(header: Header, { epoch, proposerTimestampMs }: LedgerTime): boolean {
	const { startEpoch, endEpoch, minTimestampS, maxTimestampS } = header
	if (epoch < startEpoch || epoch >= endEpoch) return false
	return (minTimestampS ?? 0) * 1000 <= proposerTimestampMs && (maxTimestampS ?? Infinity) * 1000 > proposerTimestampMs
}

function describe(body: CheckOrderWire, checking: Checking): CheckedOrderWire {
	const { info, reading, traded, violations, skipped } = checking
	const { maxTimestampS } = info.header
	const ofBytes = body.manifest === undefined ? { subintent_id: info.subintentId } : {}
	const expires = body.manifest === undefined && maxTimestampS != null ? { expires_at: maxTimestampS } : {}
	return {
		valid: violations.length === 0,
		violations,
		skipped: orderCheckWire.options.filter(check => skipped.has(check)),
		...ofBytes,
		...(traded === undefined ? {} : { limit_order: formatLimitOrder(traded.limitOrder), fee: formatFee(traded.fee) }),
		...(reading.terms === undefined ? {} : { account: reading.terms.account }),
		...expires,
	}
}

function describeCost(
	deps: CheckOrderDeps,
	{ traded }: Checking,
	cost: PreviewJudgement | undefined,
): Pick<CheckedOrderWire, 'execution'> {
	if (cost === undefined || traded === undefined) return {}
	const { costXrd, executionUnits } = cost
	const { symbol } = traded.sold
	const rebate = { symbol, amount: rebateOf(deps, { symbol, costXrd }) }
	return {
		execution: {
			cost_xrd: Decimal.format(costXrd),
			units: executionUnits,
			expected_rebate: formatAmount(rebate),
		},
	}
}
