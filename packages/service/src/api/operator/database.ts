import { LogIncarnation } from '@accord/protocol'
import type { operatorDatabaseOperations } from '@accord/protocol/contract'
import type { Handlers } from '../http/routes.ts'
import { actorOf } from './actor.ts'

export type DatabaseDeps = {
	/** Begins the next incarnation, on record, and closes every session, whose client has read of the former one. */
	readonly declareRestored: (actor: string) => Promise<LogIncarnation>
}

/** The database as a whole. */
export function operatorDatabaseHandlers(deps: DatabaseDeps): Handlers<typeof operatorDatabaseOperations> {
	return { declareRestored: async ({ request }) => LogIncarnation.format(await deps.declareRestored(actorOf(request))) }
}
