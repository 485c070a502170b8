import { type Clock, formatReconciliation, type ReconciledDay, TradeError } from '@accord/protocol'
import type { operatorReconciliationOperations } from '@accord/protocol/contract'
import type { Handlers } from '../http/routes.ts'

export type ReconciliationDeps = {
	readonly clock: Clock
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
			formatReconciliation(await deps.reconciledDays({ limit: days })),
		reconcileDay: async ({ body: { day } }) => {
			if (!deps.requestReconciliation(day)) throw new TradeError('busy', 'too many days are waiting to be compared')
			return { day, requested_at_ms: deps.clock.nowMs() }
		},
	}
}
