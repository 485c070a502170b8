import { openDatabase, type ServiceDeps } from '@accord/service'
import { type KyselyPlugin, type OperationNode, type RootOperationNode, sql, TableNode, UpdateQueryNode } from 'kysely'
import { createTestDatabase } from '../../packages/service/src/testing/test-database.ts'

type Opened = Awaited<ReturnType<typeof openDatabase>>

/** Of the lane for the service's own work. */
const connections = 7

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

	private constructor({ db, close }: Pick<Opened, 'db' | 'close'>) {
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

	/** Holds all its connections until then, so that no statement is answered. Resolves once it has them. */
	async hold(until: Promise<void>): Promise<void> {
		await Promise.all(Array.from({ length: connections }, () => this.#holdOne(until)))
	}

	#holdOne(until: Promise<void>): Promise<void> {
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
		const { config, drop } = await createTestDatabase()
		const { db, close } = await openDatabase(config)
		return new FailingDatabase({ db, close: () => close().then(drop) })
	}
}

function isPulse(node: RootOperationNode): boolean {
	return UpdateQueryNode.is(node) && node.table !== undefined && isHeartbeat(node.table)
}

function isHeartbeat(table: OperationNode): boolean {
	return TableNode.is(table) && table.table.identifier.name === 'heartbeat'
}
