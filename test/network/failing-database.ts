import { openDatabase, type ServiceDeps } from '@accord/service'
import { type KyselyPlugin, type OperationNode, type RootOperationNode, TableNode, UpdateQueryNode } from 'kysely'

/** A real database whose statements a test can make fail, or wait. */
export class FailingDatabase {
	/** What statements fail with now; all of them, unless `spares` says otherwise. */
	failure: Error | undefined
	/** What every result waits for. */
	silence: Promise<void> | undefined
	/** Whether statements that only check that the database is there still succeed. */
	sparesPulse = false
	readonly database: NonNullable<ServiceDeps['database']>
	readonly close: () => Promise<void>

	private constructor({ db, close }: Awaited<ReturnType<typeof openDatabase>>) {
		const plugin: KyselyPlugin = {
			transformQuery: ({ node }) => {
				if (this.failure !== undefined && !(this.sparesPulse && isPulse(node))) throw this.failure
				return node
			},
			transformResult: async ({ result }) => {
				await this.silence
				return result
			},
		}
		this.database = { db: db.withPlugin(plugin) }
		this.close = close
	}

	static async open(): Promise<FailingDatabase> {
		return new FailingDatabase(await openDatabase({ kind: 'pglite' }))
	}
}

function isPulse(node: RootOperationNode): boolean {
	return UpdateQueryNode.is(node) && node.table !== undefined && isHeartbeat(node.table)
}

function isHeartbeat(table: OperationNode): boolean {
	return TableNode.is(table) && table.table.identifier.name === 'heartbeat'
}
