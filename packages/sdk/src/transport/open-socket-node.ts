import type { IncomingMessage } from 'node:http'
import { fromProblem, problemWire, TradeError } from '@accord/protocol'
import { WebSocket } from 'ws'
import type { SocketLike } from './reconnecting-socket.ts'
import { rememberRetryAfter } from './retry.ts'

const messageBytesMax = 4 * 1024 * 1024
const handshakeMs = 15_000
const problemBytesMax = 64 * 1024

/** The WebSocket of the package `ws`: it sends headers, shows the service's pings, and reports why a connection was refused. */
export function openSocket(url: string, headers: Record<string, string> = {}): SocketLike {
	const socket = new WebSocket(url, { headers, maxPayload: messageBytesMax, handshakeTimeout: handshakeMs })
	socket.on('unexpected-response', async (_request, response) => {
		socket.emit('error', rememberRetryAfter(await refusal(response), response.headers['retry-after']))
		socket.terminate()
	})
	return socket as unknown as SocketLike
}

async function refusal(response: IncomingMessage): Promise<Error> {
	const { statusCode } = response
	const unexplained =
		statusCode === 401 ? new TradeError('unauthorized') : new Error(`the service answered ${statusCode}`)
	try {
		let text = ''
		for await (const piece of response.setEncoding('utf8')) {
			text += piece
			if (text.length > problemBytesMax) return unexplained
		}
		return fromProblem(problemWire.parse(JSON.parse(text)))
	} catch {
		return unexplained
	}
}
