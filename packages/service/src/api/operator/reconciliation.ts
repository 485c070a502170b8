import { type Clock, type ReconciledDay, Reconciliation, TradeError } from '@accord/protocol'
import type { operatorReconciliationOperations } from '@accord/protocol/contract'
import type { RetentionRules } from '../../config/config.ts'
import type { Handlers } from '../http/routes.ts'

export type ReconciliationDeps = {
	readonly clock: Clock
	readonly retention: Pick<RetentionRules, 'ordersMs'>
	readonly reconciledDays: (page: { limit: number }) => Promise<readonly ReconciledDay[]>
	/** Has a day compared next; false if too many wait. */
	readonly requestReconciliation: (day: string) => boolean
}

const daysDefault = 7

/** The database against the ledger, by day. */
export function operatorReconciliationHandlers(
	deps: ReconciliationDeps,
): Handlers<typeof operatorReconciliationOperations> {
	return {
		getReconciliation: async ({ query: { days = daysDefault } }) =>
			Reconciliation.format(await deps.reconciledDays({ limit: days })),
		reconcileDay: async ({ body: { day } }) => {
			requireKept(deps, day)
			if (!deps.requestReconciliation(day)) throw new TradeError('busy', 'too many days are waiting to be compared')
			return { day, requested_at_ms: deps.clock.nowMs() }
		},
	}
}

/** What the ledger has of a day whose orders were removed would seem unexplained. */
function requireKept({ clock, retention }: ReconciliationDeps, day: string): void {
	const keptFromMs = clock.nowMs() - retention.ordersMs
	if (Date.parse(day) > keptFromMs) return
	const item = {
		pointer: '/day',
		expected: `a day after ${new Date(keptFromMs).toISOString()}, whose orders are kept`,
		found: day,
	}
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
