import type { IncomingMessage } from 'node:http'
import { parseWire, solverQueryWire, TradeError } from '@accord/protocol'

/** What a solver asks for when it connects. */
export type SolverQuery = {
	/** Only what came after this entry of the log. */
	readonly since?: number
	/** Whether withdrawals and cursors are sent too. */
	readonly events: boolean
}

/** Reads the query of the request that opens the stream. @throws TradeError `validation_failed` */
export function readSolverQuery({ url = '' }: IncomingMessage): SolverQuery {
	const [, query = ''] = url.split('?', 2)
	const { since, events } = parseWire(solverQueryWire, Object.fromEntries(new URLSearchParams(query)))
	return { ...(since === undefined ? {} : { since: readCursor(since) }), events: events === '1' }
}

function readCursor(text: string): number {
	if (/^\d{1,15}$/.test(text)) return Number(text)
	const item = { pointer: '/since', expected: 'a cursor of this stream', found: text }
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}
