import { formatLogIncarnation, type LogIncarnation } from '@accord/protocol'
import type { operatorDatabaseOperations } from '@accord/protocol/contract'
import type { Handlers } from '../http/routes.ts'

export type DatabaseDeps = {
	/** Begins the next incarnation and closes every session, whose client has read of the former one. */
	readonly declareRestored: () => Promise<LogIncarnation>
}

/** The database as a whole. */
export function operatorDatabaseHandlers(deps: DatabaseDeps): Handlers<typeof operatorDatabaseOperations> {
	return { declareRestored: async () => formatLogIncarnation(await deps.declareRestored()) }
}
