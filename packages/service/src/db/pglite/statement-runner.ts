import { type PGlite, protocol } from '@electric-sql/pglite'
import { readResult, type StatementResult } from './statement-result.ts'

const { serialize } = protocol
// A text that is run a second time is prepared, so that it is parsed once; beyond this many texts all are dropped.
const textsMax = 1000

/**
 * Runs one statement after another on PGlite. All protocol messages of a statement are sent as one, which is three times as
 * fast as PGlite's own query(); parameters and results are Postgres' texts, as with the pg driver.
 */
export class StatementRunner {
	readonly #pg: PGlite
	readonly #names = new Map<string, string>()
	readonly #prepared = new Set<string>()
	#namesGiven = 0

	constructor(pg: PGlite) {
		this.#pg = pg
	}

	async run(sql: string, parameters: readonly (string | null)[]): Promise<StatementResult> {
		if (this.#names.size >= textsMax) await this.#forgetAll()
		const name = this.#nameOf(sql)
		const prepared = this.#prepared.has(name)
		const result = await this.#send([
			...(prepared ? [] : [serialize.parse({ name, text: sql })]),
			serialize.bind({ statement: name, values: [...parameters] }),
			serialize.describe({ type: 'P' }),
			serialize.execute({}),
			serialize.sync(),
		])
		if (name !== unnamed && result.parsed) this.#prepared.add(name)
		return result
	}

	#nameOf(sql: string): string {
		const name = this.#names.get(sql)
		if (name === undefined) this.#names.set(sql, unnamed)
		if (name !== unnamed) return name ?? unnamed
		const given = `s${++this.#namesGiven}`
		this.#names.set(sql, given)
		return given
	}

	async #forgetAll(): Promise<void> {
		await this.#send([serialize.query('DEALLOCATE ALL')])
		this.#names.clear()
		this.#prepared.clear()
	}

	async #send(messages: readonly Uint8Array[]): Promise<StatementResult> {
		const { messages: replies } = await this.#pg.execProtocol(Buffer.concat(messages), {
			throwOnError: false,
			syncToFs: false,
		})
		return readResult(replies)
	}
}

const unnamed = ''
