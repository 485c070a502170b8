import { formatLogIncarnation } from '@accord/protocol'
import type { operatorDatabaseOperations } from '@accord/protocol/contract'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import type { Handlers } from '../http/routes.ts'
import { actorOf } from './actor.ts'

type DatabaseRooms = Pick<OperatorRooms, 'platform' | 'incarnation'>

/** The database as a whole. */
export function operatorDatabaseHandlers(rooms: DatabaseRooms): Handlers<typeof operatorDatabaseOperations> {
	const { platform, incarnation } = rooms
	return {
		// Closes every session, whose client has read of the former incarnation.
		declareRestored: async ({ request }) => {
			await incarnation.beginNext(actorOf(request))
			platform.bus.publish('incarnation', {})
			return formatLogIncarnation({ incarnation: incarnation.id, begunAtMs: incarnation.begunAtMs })
		},
	}
}
