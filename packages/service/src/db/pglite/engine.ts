import type { PGlite } from '@electric-sql/pglite'
import type { DatabaseError } from '../database-error.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { failureOf, ProtocolMessages, replyCodes, requestCodes } from './protocol-messages.ts'

/** Postgres' protocol messages for the statements that ran, until others run, and how the last one failed. */
export type EngineReply = { readonly bytes: Buffer; readonly failure: DatabaseError | undefined }

/** Runs Postgres' protocol messages as they are: what PGlite does with those of a statement takes longer than most statements. */
export class Engine {
	readonly #pg: PGlite
	readonly #reply = new GrowingBytes()
	readonly #onReply = (bytes: Uint8Array): void => this.#reply.append(bytes)

	constructor(pg: PGlite) {
		this.#pg = pg
	}

	get isInTransaction(): boolean {
		return this.#pg.isInTransaction()
	}

	/**
	 * Runs the statements of a message one after another; one that fails is the last.
	 * @throws Error if Postgres does not answer one, which is how a crash inside the engine shows
	 */
	async run(message: Buffer): Promise<EngineReply> {
		this.#reply.clear()
		let failure: DatabaseError | undefined
		for (const statement of statementsIn(message)) {
			failure = await this.#runOne(statement)
			if (failure !== undefined) break
		}
		return { bytes: this.#reply.from(0), failure }
	}

	async #runOne(statement: Buffer): Promise<DatabaseError | undefined> {
		const start = this.#reply.length
		await this.#pg.execProtocolRawStream(statement, { syncToFs: false, onRawData: this.#onReply })
		return requireAnswer(this.#reply.from(start))
	}
}

/** The bytes of each: PGlite runs what follows a crash, so it gets no more than one at a time. */
function* statementsIn(message: Buffer): Generator<Buffer> {
	const messages = new ProtocolMessages(message)
	let start = 0
	while (messages.next()) {
		if (messages.code !== requestCodes.sync) continue
		yield message.subarray(start, messages.to)
		start = messages.to
	}
}

function requireAnswer(reply: Buffer): DatabaseError | undefined {
	const messages = new ProtocolMessages(reply)
	let isAnswered = false
	while (messages.next()) {
		if (messages.code === replyCodes.error) return failureOf(messages)
		if (messages.code === replyCodes.commandComplete || messages.code === replyCodes.emptyQuery) isAnswered = true
	}
	if (!isAnswered) throw new Error('the database engine stopped without an answer')
	return undefined
}
