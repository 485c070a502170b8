import { type CheckedFill, Decimal, fillChecks, type OrderSource, TradeError } from '@accord/protocol'
import { requireFunds } from '../intents/account-funds.ts'
import { fillExpiry } from '../intents/deadlines.ts'
import { selectOpenIntents } from '../intents/open-intents-table.ts'
import { payersOf, signedPayersOf } from '../intents/read-intent.ts'
import { termsObeyed } from '../intents/validate-order.ts'
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
} from '../orders/inspection.ts'
import type { Platform } from '../platform/platform.ts'
import { requireFillPrefix } from './fill-prefix.ts'
import { requireMirror, requireOpen, requireOwnAccount, requirePart } from './fill-rules.ts'
import { type PartToFill, selectPartToFill } from './fills-table.ts'
import { type PromisedMint, promiseMint } from './promised-mint.ts'
import type { FillRooms } from './submit-fill.ts'

// The guarantee: a fill is checked against every rule of platform.fills.fill, all its violations are reported, and
// nothing is written.

type CheckFillRooms = Pick<FillRooms, 'platform' | 'intents' | 'instamint'>

export type CheckFill = {
	readonly makerId: string
	readonly orderId: string
	readonly source: OrderSource
	readonly receivedAtMs: number
}

/**
 * POST /trade/fills/check.
 * @throws TradeError `unknown_order` for an order that was not sent to this maker; otherwise only for reasons unrelated
 * to the fill: `busy`, `ledger_unavailable`
 */
export async function checkFill(
	rooms: CheckFillRooms,
	{ makerId, orderId: partId, source, receivedAtMs }: CheckFill,
): Promise<CheckedFill> {
	const { platform, instamint } = rooms
	const { db, gateway, terms } = platform
	const { ledgerState, info, refused } = await readSource(platform, { client: makerId, source, receivedAtMs })
	const account = info?.reading.terms?.account
	const ofFill = info === undefined ? {} : { subintentHash: info.subintentHash }
	const part = requirePart(await selectPartToFill(db.requests, { partId, makerId, account, ...ofFill }))
	if (info === undefined) return unreadable(refused, fillChecks)
	const expiry = fillExpiry({ receivedAtMs, orderExpiresAtS: part.orderExpiresAtS })
	const rules = { ledgerState, role: 'maker', level: part.level, expiry } as const
	const { market, feeInfo } = termsObeyed(terms.accepted(), rules, info)
	const inspection: Inspection = beginInspection({ ...rules, market, feeInfo }, { info, receivedAtMs })
	if (part.filledBy === info.subintentHash)
		return describeInspection(source, accepted(inspection, fillChecks), fillChecks)
	await checkPart(inspection, part)
	await collectViolations(inspection.violations, () => requireFillPrefix(info.reading, instamint))
	const promised = await collectViolations(inspection.violations, () =>
		promiseMint({ gateway, instamint }, { database: db.requests, reading: info.reading }),
	)
	const counted = asCounted(inspection, promised)
	// A maker learns nothing about the open intents of an account that is not its own.
	const open = part.accountOwner === makerId ? await openOf(platform, counted, part) : []
	await checkFunds(platform, counted, open)
	const cost = await checkExecution(rooms, counted, { open, client: makerId, of: 'maker' })
	return { ...describeInspection(source, inspection, fillChecks), ...describeCost(platform, inspection, cost) }
}

/** What is open of the account, and of the others that the fill takes funds from by their own keys. */
function openOf({ db }: Platform, { info, reading }: Inspection, { open }: PartToFill) {
	const counted = { ...info, reading }
	const account = reading.terms?.account ?? ''
	return payersOf(counted, account).length === 1
		? open
		: selectOpenIntents(db.requests, signedPayersOf(counted, account))
}

/** Whether the order is open to exactly this fill. */
async function checkPart(
	{ reading, traded, receivedAtMs, violations, skipped }: Inspection,
	part: PartToFill,
): Promise<void> {
	await collectViolations(violations, () => {
		if (part.roleOfHash !== undefined) throw new TradeError('subintent_in_use')
	})
	await collectViolations(violations, () => requireOpen(part, receivedAtMs))
	if (reading.terms !== undefined) await collectViolations(violations, () => requireOwnAccount(part))
	if (traded === undefined) skipped.add('order')
	else await collectViolations(violations, () => requireMirror(traded.limitOrder, part))
}

/** Computed in the way a fill is counted: see `submitFill`. */
function asCounted(inspection: Inspection, promised: PromisedMint | undefined): Inspection {
	const { reading } = inspection
	const { terms } = reading
	if (promised?.forItself === undefined || terms === undefined) return inspection
	const { resource, amount } = terms.withdrawn
	const withdrawn = { resource, amount: Decimal.subtract(amount, promised.forItself) }
	return { ...inspection, reading: { ...reading, hasPrefix: false, terms: { ...terms, withdrawn } } }
}

/** Only a preview can check the funds of a fill with a prefix. */
async function checkFunds(
	platform: Platform,
	{ reading: { terms, hasPrefix }, traded, violations, skipped }: Inspection,
	open: PartToFill['open'],
): Promise<void> {
	if (terms === undefined || traded === undefined) skipped.add('funds')
	else if (!hasPrefix) {
		const wanted = { symbol: traded.sold.symbol, amount: terms.withdrawn.amount }
		await collectViolations(violations, () => requireFunds(platform, { account: terms.account, wanted, open }))
	}
}
