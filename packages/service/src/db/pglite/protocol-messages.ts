import { DatabaseError } from '../database-error.ts'

/** Postgres' protocol messages, of either side, one after another. */
export class ProtocolMessages {
	readonly bytes: Buffer
	/** The kind of the current message, and where its content begins and ends. */
	code = 0
	from = 0
	to = 0

	constructor(bytes: Buffer) {
		this.bytes = bytes
	}

	/** Goes on to the next message, if there is one. */
	next(): boolean {
		if (this.to >= this.bytes.length) return false
		const start = this.to
		this.code = this.bytes.readUInt8(start)
		this.from = start + headerBytes
		this.to = start + 1 + this.bytes.readInt32BE(start + 1)
		return true
	}
}

/** A code and a length, which counts itself. */
const headerBytes = 5

const codeOf = (letter: string): number => letter.charCodeAt(0)

export const requestCodes = {
	parse: codeOf('P'),
	bind: codeOf('B'),
	describe: codeOf('D'),
	execute: codeOf('E'),
	close: codeOf('C'),
	sync: codeOf('S'),
}

/** What is described or closed. */
export const targetCodes = { statement: codeOf('S'), portal: codeOf('P') }

export const replyCodes = {
	rowDescription: codeOf('T'),
	noData: codeOf('n'),
	dataRow: codeOf('D'),
	commandComplete: codeOf('C'),
	emptyQuery: codeOf('I'),
	error: codeOf('E'),
	readyForQuery: codeOf('Z'),
}

/** Reads the current message, an error. */
export function failureOf({ bytes, from, to }: ProtocolMessages): DatabaseError {
	const fields = new Map<string, string>()
	for (let at = from; at < to && bytes[at] !== 0; ) {
		const end = bytes.indexOf(0, at)
		fields.set(bytes.toString('latin1', at, at + 1), bytes.toString('utf8', at + 1, end))
		at = end + 1
	}
	const [detail, constraint, table] = [fields.get('D'), fields.get('n'), fields.get('t')]
	return new DatabaseError({
		message: fields.get('M') ?? '',
		code: fields.get('C') ?? 'XX000',
		...(detail !== undefined && { detail }),
		...(constraint !== undefined && { constraint }),
		...(table !== undefined && { table }),
	})
}
