import { messages as backend, types } from '@electric-sql/pglite'
import { affectedBy, type Returned } from '../session.ts'

/** Postgres' error for a refused statement. */
export type StatementFailure = {
	readonly message: string
	readonly code: string
	readonly detail?: string
	readonly constraint?: string
	readonly table?: string
}

/** The rows of a statement, or its failure. `parsed` says whether Postgres accepted its text. */
export type StatementResult = Returned & {
	readonly parsed: boolean
	readonly inTransaction: boolean
	readonly failure?: StatementFailure
}

type Reply = { readonly name: string }
type Field = { readonly name: string; readonly dataTypeID: number }
type Column = { readonly name: string; readonly read: (text: string) => unknown }

/**
 * Reads Postgres' replies to one statement: int8 as bigint, numeric as text, json parsed.
 * @throws Error if there is no reply, which is how a crash inside the engine shows
 */
export function readResult(replies: readonly Reply[]): StatementResult {
	let columns: readonly Column[] = []
	let parsed = false
	let tag = ''
	let inTransaction = false
	let failure: StatementFailure | undefined
	const rows: Record<string, unknown>[] = []
	for (const reply of replies) {
		if (reply.name === 'parseComplete') parsed = true
		else if (reply instanceof backend.RowDescriptionMessage) columns = reply.fields.map(columnOf)
		else if (reply instanceof backend.DataRowMessage) rows.push(rowOf(columns, reply.fields))
		else if (reply instanceof backend.CommandCompleteMessage) tag = reply.text
		else if (reply instanceof backend.ReadyForQueryMessage) inTransaction = reply.status !== 'I'
		else if (reply instanceof backend.DatabaseError) failure ??= failureOf(reply)
	}
	const answered = tag !== '' || failure !== undefined || replies.some(reply => reply.name === 'emptyQuery')
	if (!answered) throw new Error('the database engine stopped without an answer')
	const command = tag.split(' ', 1)[0] ?? ''
	return {
		parsed,
		inTransaction,
		command,
		affected: affectedBy(command, rowsIn(tag)),
		rows,
		...(failure && { failure }),
	}
}

function rowsIn(tag: string): number {
	return Number(tag.slice(tag.lastIndexOf(' ') + 1))
}

function rowOf(columns: readonly Column[], texts: readonly (string | null)[]): Record<string, unknown> {
	const row: Record<string, unknown> = {}
	for (const [i, { name, read }] of columns.entries()) {
		const text = texts[i]
		row[name] = text === null || text === undefined ? null : read(text)
	}
	return row
}

const asText = (text: string): string => text
const readers: Readonly<Record<number, (text: string) => unknown>> = {
	[types.BOOL]: text => text === 't',
	[types.INT2]: Number,
	[types.INT4]: Number,
	[types.OID]: Number,
	[types.INT8]: BigInt,
	[types.JSON]: text => JSON.parse(text),
	[types.JSONB]: text => JSON.parse(text),
}

function columnOf({ name, dataTypeID }: Field): Column {
	return { name, read: readers[dataTypeID] ?? asText }
}

function failureOf({
	message,
	code,
	detail,
	constraint,
	table,
}: InstanceType<typeof backend.DatabaseError>): StatementFailure {
	return {
		message,
		code: code ?? 'XX000',
		...(detail !== undefined && { detail }),
		...(constraint !== undefined && { constraint }),
		...(table !== undefined && { table }),
	}
}
