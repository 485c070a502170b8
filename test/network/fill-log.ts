import assert from 'node:assert/strict'
import { once } from 'node:events'
import { FillExecution, flashMethods, isTerminalOrderState, type OrderStatus, type WireOf } from '@accord/protocol'
import { WebSocket } from 'ws'

/** A maker's numbered fill log, read from its first entry, exactly as sent: no client in between corrects it. */
export class FillLog {
	readonly entries: WireOf<typeof FillExecution>[] = []
	readonly #socket: WebSocket

	private constructor(socket: WebSocket) {
		this.#socket = socket
		socket.on('message', data => this.#take(JSON.parse(String(data))))
		socket.on('error', () => undefined)
	}

	static async open({ flashUrl, apiKey }: { flashUrl: string; apiKey: string }): Promise<FillLog> {
		const socket = new WebSocket(flashUrl, { headers: { 'SERVICE-API-KEY': apiKey } })
		const log = new FillLog(socket)
		await once(socket, 'open')
		const params = { enabled: true, historical_starting_point: 1 }
		socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: flashMethods.startFillExecution, params }))
		return log
	}

	close(): void {
		this.#socket.close()
	}

	#take({ method, params }: { method?: string; params?: unknown }): void {
		if (method === flashMethods.nextFillExecution) this.entries.push(FillExecution.wire.parse(params))
	}
}

/** How many entries the log has when all of these orders and their fills have ended: two for each filled part. */
export function entriesOf(orders: readonly OrderStatus[]): number {
	assert.ok(orders.every(({ state }) => isTerminalOrderState(state)))
	return 2 * orders.flatMap(({ parts }) => parts).filter(({ state }) => state === 'filled').length
}

/** Checks that the numbers run from 1 without a hole and that each fill has started and then completed, once; returns the outcomes. */
export function assertWhole(entries: readonly WireOf<typeof FillExecution>[]): Record<string, number> {
	assert.deepEqual(
		entries.map(entry => entry.sequence_number),
		entries.map((_, at) => at + 1),
	)
	const changes = new Map<string, string[]>()
	const counts: Record<string, number> = {}
	for (const { order_id, change } of entries) {
		const outcome = 'completed' in change ? change.completed.outcome : undefined
		changes.set(order_id, [...(changes.get(order_id) ?? []), outcome === undefined ? 'started' : 'completed'])
		if (outcome !== undefined) counts[outcome] = (counts[outcome] ?? 0) + 1
	}
	for (const [orderId, itsChanges] of changes) assert.deepEqual(itsChanges, ['started', 'completed'], orderId)
	return counts
}
