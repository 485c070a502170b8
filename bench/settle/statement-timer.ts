import type {
	KyselyPlugin,
	PluginTransformQueryArgs,
	PluginTransformResultArgs,
	QueryResult,
	RootOperationNode,
	UnknownRow,
} from 'kysely'
import { monotonicMs } from './monotonic.ts'
import type { Stopwatch } from './stopwatch.ts'

/** Times every statement of a database, waiting for the connection included. */
export class StatementTimer implements KyselyPlugin {
	readonly #stopwatch: Stopwatch
	readonly #started = new WeakMap<object, number>()

	constructor(stopwatch: Stopwatch) {
		this.#stopwatch = stopwatch
	}

	transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
		this.#started.set(queryId, monotonicMs())
		return node
	}

	async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
		const startedMs = this.#started.get(queryId)
		if (startedMs !== undefined) this.#stopwatch.add('statement', startedMs)
		return result
	}
}
