import { affectedBy, type Returned } from '../session.ts'
import { type PreparedText, unnamed } from './prepared-texts.ts'
import { failureOf, ProtocolMessages, replyCodes } from './protocol-messages.ts'

/** A column of what a statement returns, and how a value of it is read. */
export type Column = { readonly name: string; readonly read: ReadValue }

type ReadValue = (bytes: Buffer, from: number, to: number) => unknown
type Row = Record<string, unknown>

/** Reads what the statements of one message returned: int8 as bigint, numeric as text, json parsed. */
export class ReplyReader {
	readonly #messages: ProtocolMessages

	constructor(reply: Buffer) {
		this.#messages = new ProtocolMessages(reply)
	}

	/**
	 * What the next statement returned. Notes what Postgres has prepared.
	 * @throws DatabaseError if it failed
	 */
	next(text: PreparedText): Returned {
		const messages = this.#messages
		const rows: Row[] = []
		let columns = text.columns
		let tag = ''
		while (messages.next() && messages.code !== replyCodes.readyForQuery) {
			switch (messages.code) {
				case replyCodes.dataRow:
					rows.push(rowOf(messages, columns))
					break
				case replyCodes.commandComplete:
					tag = messages.bytes.toString('latin1', messages.from, messages.to - 1)
					break
				case replyCodes.rowDescription:
				case replyCodes.noData:
					columns = columnsOf(messages)
					break
				case replyCodes.error:
					// It is prepared once more the next time: what it returns may have changed, or it never was prepared.
					text.isPrepared = false
					throw failureOf(messages)
			}
		}
		if (text.name !== unnamed) {
			text.isPrepared = true
			text.columns = columns
		}
		const command = tag.split(' ', 1)[0] ?? ''
		return { command, affected: affectedBy(command, rowsIn(tag)), rows }
	}
}

function rowsIn(tag: string): number {
	return Number(tag.slice(tag.lastIndexOf(' ') + 1))
}

function rowOf({ bytes, from }: ProtocolMessages, columns: readonly Column[]): Row {
	const row: Row = {}
	let at = from + int16Bytes
	for (const { name, read } of columns) {
		const length = bytes.readInt32BE(at)
		at += int32Bytes
		row[name] = length < 0 ? null : read(bytes, at, at + length)
		at += Math.max(length, 0)
	}
	return row
}

function columnsOf({ bytes, code, from }: ProtocolMessages): readonly Column[] {
	if (code === replyCodes.noData) return []
	const columns: Column[] = []
	let at = from + int16Bytes
	for (let count = bytes.readUInt16BE(from); count > 0; count--) {
		const end = bytes.indexOf(0, at)
		const type = bytes.readUInt32BE(end + 1 + typeOffset)
		columns.push({ name: bytes.toString('utf8', at, end), read: readers[type] ?? readText })
		at = end + 1 + fieldBytes
	}
	return columns
}

const int16Bytes = 2
const int32Bytes = 4
/** Of a described column after its name: table and number there, type, its size and modifier, format. */
const fieldBytes = 18
const typeOffset = 6

const readText: ReadValue = (bytes, from, to) => bytes.toString('utf8', from, to)
const readJson: ReadValue = (bytes, from, to) => JSON.parse(bytes.toString('utf8', from, to))
const readBoolean: ReadValue = (bytes, from) => bytes[from] === 't'.charCodeAt(0)
const readBigint: ReadValue = (bytes, from, to) =>
	to - from <= safeDigits ? BigInt(readInteger(bytes, from, to)) : BigInt(bytes.toString('latin1', from, to))

/** Digits are read as such: making a string of them would take several times as long. */
function readInteger(bytes: Buffer, from: number, to: number): number {
	const isNegative = bytes[from] === minus
	let value = 0
	for (let at = isNegative ? from + 1 : from; at < to; at++) value = 10 * value + bytes.readUInt8(at) - zero
	return isNegative ? -value : value
}

const minus = '-'.charCodeAt(0)
const zero = '0'.charCodeAt(0)
/** So many are exact in a number. */
const safeDigits = 15

/** By the type's number in Postgres. */
const readers: Readonly<Record<number, ReadValue>> = {
	16: readBoolean,
	20: readBigint,
	21: readInteger,
	23: readInteger,
	26: readInteger,
	114: readJson,
	3802: readJson,
}
