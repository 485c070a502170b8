import { databaseRestoredWire, LogIncarnation } from '../../operator/incarnation.ts'
import { exampleTime } from '../examples/market.ts'
import { exampleIncarnation } from '../examples/problems.ts'
import { answered, type OperationTable, sample, withIds } from '../operation.ts'

/** Operations on the entire database. */
export const operatorDatabaseOperations = withIds({
	declareRestored: {
		method: 'post',
		path: '/operator/database/restored',
		tag: 'Database',
		summary: 'Say that the database was restored from a backup',
		description:
			'A restore from a dump, or of a copied folder, is noticed at the start; a snapshot that was put back is not. A new incarnation of the numbered logs begins, and every maker session and solver connection is closed, so that its client reconnects and is told `log_restarted`.',
		auth: 'admin',
		body: { ...sample(databaseRestoredWire, {}), optional: true },
		answers: answered('The incarnation that has begun.', LogIncarnation, {
			incarnation: exampleIncarnation,
			begun_at_ms: exampleTime.ms,
		}),
		errors: [],
	},
} satisfies OperationTable)
