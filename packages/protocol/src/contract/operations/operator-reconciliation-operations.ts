import * as z from '#schema'
import { wholeNumberText } from '../../fields.ts'
import { Reconciliation, ReconciliationRequested, reconcileDayWire } from '../../operator/reconciliation.ts'
import { exampleTime, exampleTransaction } from '../examples/market.ts'
import { answered, type OperationTable, parameters, sample, withIds } from '../operation.ts'

const day = '2026-11-22'
const dayEndMs = Date.UTC(2026, 10, 23)
const daysQuery = z.object({ days: wholeNumberText({ min: 1, max: 366 }).optional() })

/** The daily comparison of the database with the ledger. */
export const operatorReconciliationOperations = withIds({
	getReconciliation: {
		method: 'get',
		path: '/operator/reconciliation',
		tag: 'Database',
		summary: 'Settled orders, fees and rebates by day, the database against the ledger',
		description:
			'Each day (UTC) is compared after it has ended: every settled order and fill with what its transaction moved, and every deposit on the platform’s account with what the database knows.',
		auth: 'viewer',
		query: parameters(daysQuery, { days: 7 }),
		answers: answered('The days that were compared, newest first.', Reconciliation, {
			days: [
				{
					day,
					checked_at_ms: dayEndMs + 1_200_000,
					is_over: true,
					orders: 1171,
					fills: 1204,
					transactions: 466,
					platform_fees: [{ symbol: 'XRD', amount: '117.1' }],
					rebates: [{ symbol: 'XRD', amount: '5269.5' }],
					deposits: [{ symbol: 'XRD', amount: '117' }],
					differences: [
						{
							kind: 'platform_fee',
							transaction_id: exampleTransaction,
							detail: 'XRD: 0.2 by the database, 0.1 by the ledger',
						},
					],
					differences_count: 1,
				},
			],
		}),
		errors: ['validation_failed'],
	},
	reconcileDay: {
		method: 'post',
		path: '/operator/reconciliation',
		tag: 'Database',
		summary: 'Compare a day with the ledger, again if it has been',
		description:
			'Begun within a second, with a few requests a second to the Gateway. The result is listed with `checked_at_ms` after `requested_at_ms`.',
		auth: 'operator',
		body: sample(reconcileDayWire, { day }),
		answers: answered('It is next.', ReconciliationRequested, { day, requested_at_ms: exampleTime.ms }),
		errors: ['busy'],
	},
} satisfies OperationTable)
