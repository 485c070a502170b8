import { IntegratorReport } from '@accord/protocol'
import type { integratorOperations } from '@accord/protocol/contract'
import type { DatabaseLanes } from '../../db/database-lanes.ts'
import { integratorReport } from '../../integrators/integrators.ts'
import type { Handlers } from '../http/routes.ts'

const pageDefault = 100

/** What integrators see of their shares. */
export function integratorHandlers({
	db,
}: {
	readonly db: Pick<DatabaseLanes, 'requests'>
}): Handlers<typeof integratorOperations> {
	return {
		getIntegratorReport: async ({ params: { code }, query: { limit = pageDefault, before } }) =>
			IntegratorReport.format(await integratorReport(db.requests, { code, limit, before })),
	}
}
