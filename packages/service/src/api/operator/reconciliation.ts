import { Reconciliation, TradeError } from '@accord/protocol'
import type { operatorReconciliationOperations } from '@accord/protocol/contract'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import type { Handlers } from '../http/routes.ts'

type ReconciliationRooms = Pick<OperatorRooms, 'config' | 'platform' | 'reconciliation'>

const daysDefault = 7

/** The daily comparison of the database with the ledger. */
export function operatorReconciliationHandlers(
	rooms: ReconciliationRooms,
): Handlers<typeof operatorReconciliationOperations> {
	const { platform, reconciliation } = rooms
	return {
		getReconciliation: async ({ query: { days = daysDefault } }) =>
			Reconciliation.format(await reconciliation.days({ limit: days })),
		reconcileDay: async ({ body: { day } }) => {
			requireKept(rooms, day)
			requireBegun(rooms, day)
			if (!reconciliation.request(day)) throw new TradeError('busy', 'too many days are waiting to be compared')
			return { day, requested_at_ms: platform.clock.nowMs() }
		},
	}
}

function requireBegun({ platform }: ReconciliationRooms, day: string): void {
	const nowMs = platform.clock.nowMs()
	if (Date.parse(day) <= nowMs) return
	const item = {
		pointer: '/day',
		expected: `a day that has begun: ${new Date(nowMs).toISOString()} is now`,
		found: day,
	}
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}

/** Once a day's orders are removed, its transactions on the ledger would look unexplained. */
function requireKept({ config, platform }: ReconciliationRooms, day: string): void {
	const keptFromMs = platform.clock.nowMs() - config.retention.ordersMs
	if (Date.parse(day) > keptFromMs) return
	const item = {
		pointer: '/day',
		expected: `a day after ${new Date(keptFromMs).toISOString()}, whose orders are kept`,
		found: day,
	}
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
