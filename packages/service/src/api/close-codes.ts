import type { ErrorCode } from '@accord/protocol'
import type { WebSocket } from 'ws'

/** WebSocket close codes by the error that they stand for; the reason of the close frame is the error's name. */
export const closeCodes = {
	shutting_down: 1001,
	internal: 1011,
	slow_consumer: 4008,
	rate_limited: 4029,
} as const satisfies Partial<Record<ErrorCode, number>>

const patienceMs = 2_000

/** Closes a socket by name, and for good if the peer does not answer the close. */
export function closeSocket(socket: WebSocket, reason: keyof typeof closeCodes): void {
	socket.close(closeCodes[reason], reason)
	setTimeout(() => socket.terminate(), patienceMs).unref()
}
