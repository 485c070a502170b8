import type { Statement } from '../session.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { type PreparedText, unnamed } from './prepared-texts.ts'
import { requestCodes, targetCodes } from './protocol-messages.ts'

/** A statement with what its text is run as. */
export type SentStatement = { readonly text: PreparedText; readonly parameters: Statement['parameters'] }

/** Writes statements as Postgres' protocol messages. Each ends with a Sync, so outside a transaction it commits by itself. */
export class StatementWriter {
	readonly #bytes = new GrowingBytes()

	/** Returns the bytes, until more is written. They also have Postgres forget what is prepared under the dropped names, if it is. */
	write(statements: readonly SentStatement[], droppedNames: readonly string[] = []): Buffer {
		this.#bytes.clear()
		for (const name of droppedNames) this.#close(name)
		for (const statement of statements) this.#statement(statement)
		return this.#bytes.from(0)
	}

	#statement({ text, parameters }: SentStatement): void {
		if (!text.isPrepared) this.#parse(text)
		this.#bind(text, parameters)
		if (!text.isPrepared) this.#describe()
		this.#execute()
		this.#end(this.#begin(requestCodes.sync))
	}

	#parse({ name, sql }: PreparedText): void {
		// One that is not answered yet may prepare it too, and Postgres refuses a second one of a name.
		if (name !== unnamed) this.#close(name)
		const start = this.#begin(requestCodes.parse)
		this.#cString(name)
		this.#cString(sql)
		this.#bytes.int16(0)
		this.#end(start)
	}

	/** All parameters and columns are texts, as they are where no format is given. */
	#bind({ name }: PreparedText, parameters: Statement['parameters']): void {
		const start = this.#begin(requestCodes.bind)
		this.#cString(portal)
		this.#cString(name)
		this.#bytes.int16(0)
		this.#bytes.int16(parameters.length)
		for (const parameter of parameters) this.#parameter(parameter)
		this.#bytes.int16(0)
		this.#end(start)
	}

	#parameter(value: string | null): void {
		this.#bytes.int32(-1)
		if (value === null) return
		const start = this.#bytes.length
		this.#bytes.utf8(value)
		this.#bytes.setInt32(start - int32Bytes, this.#bytes.length - start)
	}

	#describe(): void {
		const start = this.#begin(requestCodes.describe)
		this.#bytes.int8(targetCodes.portal)
		this.#cString(portal)
		this.#end(start)
	}

	#execute(): void {
		const start = this.#begin(requestCodes.execute)
		this.#cString(portal)
		this.#bytes.int32(allRows)
		this.#end(start)
	}

	#close(name: string): void {
		const start = this.#begin(requestCodes.close)
		this.#bytes.int8(targetCodes.statement)
		this.#cString(name)
		this.#end(start)
	}

	/** Returns where the message's length is, which counts itself and is known at its end. */
	#begin(code: number): number {
		this.#bytes.int8(code)
		this.#bytes.int32(0)
		return this.#bytes.length - int32Bytes
	}

	#end(start: number): void {
		this.#bytes.setInt32(start, this.#bytes.length - start)
	}

	#cString(text: string): void {
		this.#bytes.utf8(text)
		this.#bytes.int8(0)
	}
}

const int32Bytes = 4
const portal = ''
const allRows = 0
