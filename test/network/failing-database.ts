import { openDatabase, type ServiceDeps } from '@accord/service'
import { type KyselyPlugin, type OperationNode, type RootOperationNode, sql, TableNode, UpdateQueryNode } from 'kysely'

type Opened = Awaited<ReturnType<typeof openDatabase>>

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
	readonly #db: Opened['db']

	private constructor({ db, close }: Opened) {
		this.#db = db
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

	/** Keeps its only connection until then, so that nothing is answered, however it was asked. Resolves once it has it. */
	hold(until: Promise<void>): Promise<void> {
		return new Promise((resolve, reject) => {
			const holding = this.#db.transaction().execute(async trx => {
				await sql`select`.execute(trx)
				resolve()
				await until
			})
			holding.catch(reject)
		})
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
