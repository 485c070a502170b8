import { type CheckedOrder, type OrderSource, orderChecks, TradeError } from '@accord/protocol'
import { levelOf, selectMakersOfAccounts } from '../accounts/accounts-table.ts'
import { requireFunds } from '../intents/account-funds.ts'
import { orderExpiry } from '../intents/deadlines.ts'
import type { Intents } from '../intents/intents.ts'
import { type OpenIntentOfAccount, selectOpenIntents } from '../intents/open-intents-table.ts'
import { requireUnusedNow } from '../intents/prefix-uses-table.ts'
import { isSignedByOwner, payersOf, type SignedIntent, signedPayersOf } from '../intents/read-intent.ts'
import { type LedgerTime, termsObeyed } from '../intents/validate-order.ts'
import { type OfferedBooks, tentativeMatch } from '../matching/match-order.ts'
import type { Platform } from '../platform/platform.ts'
import type { DenyHook } from './deny-hook.ts'
import {
	accepted,
	beginInspection,
	checkExecution,
	collectViolations,
	describeCost,
	describeInspection,
	type Inspection,
	readSource,
	unreadable,
	violationsOf,
} from './inspection.ts'
import { type OrderGate, openOrdersMaxOf, requireOpenOrderLimits } from './order-gate.ts'
import { selectRole, selectUnfunded } from './orders-table.ts'

// The guarantee: an order is checked against every rule of a submission, all its violations are reported, and nothing is
// written.

/** What only an owner of the account may learn. */
const ownersChecks = ['open_intents', 'self_trade'] as const

type CheckOrderRooms = {
	readonly platform: Platform
	readonly intents: Pick<Intents, 'costPreview' | 'prefixCode' | 'depositRules'>
	readonly prices: OfferedBooks
	readonly orderGate: Pick<OrderGate, 'readBooks'>
	readonly denyHook?: Pick<DenyHook, 'requireAllowed'> | undefined
}

export type CheckOrder = { readonly source: OrderSource; readonly receivedAtMs: number; readonly client?: string }

/**
 * POST /trade/orders/check.
 * @throws TradeError only for reasons unrelated to the order: `busy`, `ledger_unavailable`, `orders_paused`
 */
export async function checkOrder(
	rooms: CheckOrderRooms,
	{ source, receivedAtMs, client = '' }: CheckOrder,
): Promise<CheckedOrder> {
	const { ledgerState, info, refused } = await readSource(rooms.platform, { client, source, receivedAtMs })
	if (info === undefined) return unreadable(refused, orderChecks)
	const role = await selectRole(rooms.platform.db.requests, info.subintentHash)
	const inspection = await inspect(rooms, { info, ledgerState, receivedAtMs })
	const { account } = info.reading.terms ?? {}
	if (account === undefined || !payersOf(info, account).every(payer => isSignedByOwner(info, payer)))
		for (const check of ownersChecks) inspection.skipped.add(check)
	if (role === 'order') return describeInspection(source, accepted(inspection, orderChecks), orderChecks)
	if (role === 'fill') inspection.violations.push(...violationsOf(new TradeError('subintent_in_use')))
	await checkLiquidity(rooms, inspection)
	if (await isDenied(rooms, inspection, { client, isSigned: source.manifest === undefined }))
		return describeInspection(source, inspection, orderChecks)
	const open = await checkFunds(rooms, inspection)
	const uses = await rooms.intents.prefixCode.usesOf(info, client)
	const { db } = rooms.platform
	await collectViolations(inspection.violations, () => requireUnusedNow(db.requests, uses, receivedAtMs))
	const cost = await checkExecution(rooms, inspection, { open, client, of: 'taker' })
	return {
		...describeInspection(source, inspection, orderChecks),
		...describeCost(rooms.platform, inspection, cost),
		...(await describeDeposit(rooms, inspection, client)),
	}
}

/** Whether the account accepts a surplus, if that can be found out. */
async function describeDeposit(
	{ platform: { market }, intents: { depositRules } }: CheckOrderRooms,
	{ traded, reading: { terms } }: Inspection,
	client: string,
): Promise<Pick<CheckedOrder, 'surplusDeliverable'>> {
	const pairAndSide = traded && market.pairOf({ sell: traded.sold.symbol, buy: traded.bought.symbol })
	if (terms === undefined || pairAndSide === undefined) return {}
	const deposit = { account: terms.account, symbol: pairAndSide.pair.quote, client }
	const surplusDeliverable = await depositRules.isAccepted(deposit)
	return surplusDeliverable === undefined ? {} : { surplusDeliverable }
}

type Read = { readonly info: SignedIntent; readonly ledgerState: LedgerTime; readonly receivedAtMs: number }

async function inspect(rooms: CheckOrderRooms, { info, ledgerState, receivedAtMs }: Read): Promise<Inspection> {
	const { db, terms } = rooms.platform
	const account = info.reading.terms?.account
	const level = account === undefined ? 0 : await levelOf(db.requests, account)
	const rules = { ledgerState, role: 'taker', level, expiry: orderExpiry(receivedAtMs) } as const
	const { market, feeInfo } = termsObeyed(terms.accepted(), rules, info)
	return beginInspection({ ...rules, market, feeInfo }, { info, receivedAtMs })
}

/** Whether the operator denies it, so that nothing else is read or previewed for it. */
async function isDenied(
	{ platform: { market }, denyHook }: CheckOrderRooms,
	{ info, traded, reading: { terms }, violations, skipped }: Inspection,
	{ client, isSigned }: { readonly client: string; readonly isSigned: boolean },
): Promise<boolean> {
	const pairAndSide = traded && market.pairOf({ sell: traded.sold.symbol, buy: traded.bought.symbol })
	if (denyHook === undefined || terms === undefined || traded === undefined || pairAndSide === undefined) return false
	const { account } = terms
	const { limitOrder } = traded
	const order = { ...pairAndSide, account, payers: payersOf(info, account), limitOrder }
	const subintentId = isSigned ? info.subintentId : undefined
	const before = violations.length
	await collectViolations(violations, () =>
		denyHook.requireAllowed({ ...order, subintentId }, { purpose: 'check', client }),
	)
	if (violations.length === before) return false
	for (const check of ['open_intents', 'funds', 'execution'] as const) skipped.add(check)
	return true
}

async function checkLiquidity(rooms: CheckOrderRooms, inspection: Inspection): Promise<void> {
	const { traded, violationsByKind, violations, skipped } = inspection
	const pairAndSide = traded && rooms.platform.market.pairOf({ sell: traded.sold.symbol, buy: traded.bought.symbol })
	if (
		traded === undefined ||
		pairAndSide === undefined ||
		violationsByKind.schema.some(({ code }) => code === 'invalid_amount')
	) {
		skipped.add('liquidity')
		return
	}
	const { signerAccounts } = inspection.info
	const ownMakers =
		signerAccounts.length === 0 ? [] : await selectMakersOfAccounts(rooms.platform.db.requests, signerAccounts)
	const order = { ...pairAndSide, limitOrder: traded.limitOrder }
	const match = () => tentativeMatch(rooms, order, { ownMakers })
	await collectViolations(violations, () => rooms.orderGate.readBooks(match))
}

/**
 * Returns the account's other open intents; none to a stranger, who may learn nothing about them and for whom the
 * account's whole balance counts. Only a preview can check the funds of an order with a prefix.
 */
async function checkFunds(rooms: CheckOrderRooms, inspection: Inspection): Promise<readonly OpenIntentOfAccount[]> {
	const { reading, traded, violations, skipped } = inspection
	const { terms, hasPrefix } = reading
	if (terms === undefined || traded === undefined) {
		skipped.add('funds')
		return []
	}
	const open = await checkOpenIntents(rooms, inspection, terms)
	if (hasPrefix) return open
	const wanted = { symbol: traded.sold.symbol, amount: terms.withdrawn.amount }
	await collectViolations(violations, () => requireFunds(rooms.platform, { account: terms.account, wanted, open }))
	return open
}

async function checkOpenIntents(
	rooms: CheckOrderRooms,
	{ info, reading: { hasPrefix }, receivedAtMs: nowMs, violations }: Inspection,
	{ account }: { readonly account: string },
): Promise<readonly OpenIntentOfAccount[]> {
	const payers = signedPayersOf(info, account)
	if (!payers.includes(account)) return []
	const { db, limits } = rooms.platform
	const open = await selectOpenIntents(db.requests, payers)
	const unfunded = await selectUnfunded(db.requests, { account, nowMs })
	await collectViolations(violations, () =>
		requireOpenOrderLimits(openOrdersMaxOf(limits, { unfunded, nowMs }), { payers, hasPrefix, open }),
	)
	return open
}
