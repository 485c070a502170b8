import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { TestNetwork } from './test-network.ts'

// biome-ignore lint/suspicious/noExplicitAny: the wire's messages, looked into field by field
type Wire = any

/** A solver's connection as plain WebSocket, for messages that the SDK never sends or shows. */
export class SolverSocket {
	readonly socket: WebSocket
	readonly messages: Wire[] = []
	/** Resolves with the close code and its reason. */
	readonly closed: Promise<[code: number, reason: string]>

	constructor(socket: WebSocket) {
		this.socket = socket
		this.closed = new Promise(resolve => socket.once('close', (code, reason) => resolve([code, String(reason)])))
		socket.on('message', data => this.messages.push(JSON.parse(String(data))))
	}

	/**
	 * The messages so far in words, with the numbers of cursors: `published 3`, `withdrawn 3 settled at 4`, `cursor 4`;
	 * without events `bundle`.
	 */
	get told(): string[] {
		return this.messages.map(({ bundle, method, params }) => {
			if (bundle !== undefined) return `published ${numberIn(bundle.cursor)}`
			if (method === 'new_subintent_bundle') return 'bundle'
			if (params.bundle_id === undefined) return `cursor ${numberIn(params.cursor)}`
			return `withdrawn ${params.bundle_id} ${params.reason} at ${numberIn(params.cursor)}`
		})
	}

	/** The last cursor. */
	get cursor(): string {
		return this.messages.map(({ bundle, params }) => bundle?.cursor ?? params.cursor).findLast(Boolean) ?? '0'
	}

	close(): Promise<unknown> {
		this.socket.close()
		return this.closed
	}
}

/** Of an entry of the log. */
function numberIn(cursor: string): string {
	return cursor.split('x')[0] ?? ''
}

/** Connects to the solver stream: `openSolver(network, '?events=1')`. */
export async function openSolver(
	network: Pick<TestNetwork, 'solverUrl' | 'atStop'>,
	query = '',
): Promise<SolverSocket> {
	const socket = new WebSocket(`${network.solverUrl}/subintent-stream${query}`)
	network.atStop(() => socket.terminate())
	const solver = new SolverSocket(socket)
	await once(socket, 'open')
	return solver
}
