import * as z from 'zod'
import { countWire, timestampWire } from '../../fields.ts'
import { omitUndefined } from '../../omit-undefined.ts'
import { type ReconciledDay, reconciliationKinds } from '../../operator/reconciliation.ts'
import { amountWire, formatAmount, parseAmount } from '../primitives.ts'

/** A day, UTC. */
export const dayWire = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day as 2026-11-22')
	.refine(day => !Number.isNaN(Date.parse(day)), 'a day that exists')

/** Body of POST /operator/reconciliation. */
export const reconcileDayWire = z.strictObject({ day: dayWire })

/** Answer of POST /operator/reconciliation: it will be checked next. */
export const reconciliationRequestedWire = z.object({ day: dayWire, requested_at_ms: timestampWire })
export type ReconciliationRequestedWire = z.infer<typeof reconciliationRequestedWire>

/** Anyone can send any token, which has no symbol here: addresses are longer than symbols may be. */
const depositedWire = amountWire.extend({
	symbol: z.string().regex(/^[^\s/]{1,128}$/, 'a token symbol or a resource address'),
})

/** A checked day. */
export const reconciledDayWire = z.object({
	day: dayWire,
	checked_at_ms: timestampWire,
	orders: countWire,
	fills: countWire,
	transactions: countWire,
	platform_fees: z.array(amountWire),
	rebates: z.array(amountWire),
	deposits: z
		.array(depositedWire)
		.describe(
			'What came to the platform’s account on the ledger, whatever it was: tokens that are not traded by address.',
		),
	differences: z
		.array(
			z.object({
				kind: z.enum(reconciliationKinds),
				transaction_id: z.string(),
				subintent_id: z.string().optional(),
				detail: z.string(),
			}),
		)
		.describe('The first hundred.'),
	differences_count: countWire.describe('All but deposits that anyone can make.'),
})
export type ReconciledDayWire = z.infer<typeof reconciledDayWire>

/** Answer of GET /operator/reconciliation: newest first. */
export const reconciliationWire = z.object({ days: z.array(reconciledDayWire) })
export type ReconciliationWire = z.infer<typeof reconciliationWire>

/** Reads the answer of GET /operator/reconciliation. @throws TradeError `invalid_decimal` */
export function parseReconciliation({ days }: ReconciliationWire): ReconciledDay[] {
	return days.map(day => ({
		day: day.day,
		checkedAtMs: day.checked_at_ms,
		orders: day.orders,
		fills: day.fills,
		transactions: day.transactions,
		platformFees: day.platform_fees.map(parseAmount),
		rebates: day.rebates.map(parseAmount),
		deposits: day.deposits.map(parseAmount),
		differences: day.differences.map(({ kind, transaction_id: transactionId, subintent_id: subintentId, detail }) =>
			omitUndefined({ kind, transactionId, subintentId, detail }),
		),
		differencesCount: day.differences_count,
	}))
}

/** The answer of GET /operator/reconciliation. */
export function formatReconciliation(days: readonly ReconciledDay[]): ReconciliationWire {
	return { days: days.map(formatReconciledDay) }
}

/** One day of it. */
export function formatReconciledDay(day: ReconciledDay): ReconciledDayWire {
	return {
		day: day.day,
		checked_at_ms: day.checkedAtMs,
		orders: day.orders,
		fills: day.fills,
		transactions: day.transactions,
		platform_fees: day.platformFees.map(formatAmount),
		rebates: day.rebates.map(formatAmount),
		deposits: day.deposits.map(formatAmount),
		differences: day.differences.map(({ kind, transactionId, subintentId, detail }) =>
			omitUndefined({ kind, transaction_id: transactionId, subintent_id: subintentId, detail }),
		),
		differences_count: day.differencesCount,
	}
}
