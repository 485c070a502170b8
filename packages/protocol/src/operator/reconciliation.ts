import * as z from '#schema'
import { Amount } from '../amount/amount.ts'
import { countWire, symbolOrAddress, timestampWire } from '../fields.ts'
import { derived, list, message, type ValueOf } from '../message.ts'

/** A place where the database and the ledger do not agree. */
export const reconciliationKinds = [
	'missing',
	'platform_fee',
	'integrator_share',
	'item',
	'unexplained_settlement',
	'unexplained_deposit',
] as const

/** A day in UTC. */
export const dayWire = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day as 2026-11-22')
	.refine(day => !Number.isNaN(Date.parse(day)), 'a day that exists')

const dayMs = 86_400_000
/** A settlement before midnight may be noticed after midnight. */
export const afterDayMs = 15 * 60_000

/** Whether a day (UTC) was over, and its settlements noticed, when it was checked. */
export function isDayOver({ day, checkedAtMs }: { readonly day: string; readonly checkedAtMs: number }): boolean {
	return checkedAtMs >= Date.parse(day) + dayMs + afterDayMs
}

/** Body of POST /operator/reconciliation. */
export const reconcileDayWire = z.strictObject({ day: dayWire })

/** Answer of POST /operator/reconciliation: the day that will be checked next. */
export const ReconciliationRequested = message({ day: dayWire, requestedAtMs: timestampWire })

/**
 * One difference: a transaction that the ledger does not have (`missing`), platform fees that differ from the record
 * (`platform_fee`), an integrator's account that got another amount than recorded (`integrator_share`), or an order or fill that
 * moved other amounts than recorded (`item`). Deposits to the platform's account that no record explains are `unexplained_settlement` in a transaction that settles subintents, and `unexplained_deposit` in any other,
 * which anyone can make.
 */
export type ReconciliationDifference = ValueOf<typeof reconciliationDifference>
const reconciliationDifference = message({
	kind: z.enum(reconciliationKinds),
	transactionId: z.string(),
	subintentId: z.string().optional(),
	detail: z.string(),
})

/** One day (UTC) of settled orders, comparing the database with the ledger. */
export type ReconciledDay = ValueOf<typeof ReconciledDay>
export const ReconciledDay = message({
	/** `2026-11-22`. */
	day: dayWire,
	checkedAtMs: timestampWire,
	isOver: derived(z.boolean().optional().describe('Whether the day was over when it was checked.'), isDayOver),
	orders: countWire,
	fills: countWire,
	transactions: countWire,
	platformFees: list(Amount).describe('What stayed with the platform: the fees less the integrators’ shares.'),
	integratorShares: list(Amount).optional().describe('What was paid to integrators.'),
	rebates: list(Amount),
	deposits: list(Amount.extend({ symbol: symbolOrAddress })).describe(
		'What came to the platform’s account on the ledger, whatever it was: tokens that are not traded by address.',
	),
	differences: list(reconciliationDifference).describe('The first hundred.'),
	differencesCount: countWire.describe('All but deposits that anyone can make.'),
})

/** Answer of GET /operator/reconciliation: newest first. */
export const Reconciliation = message({ days: list(ReconciledDay) }).as<readonly ReconciledDay[]>({
	parse: ({ days }) => days,
	format: days => ({ days }),
})
