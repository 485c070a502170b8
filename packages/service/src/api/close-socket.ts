import { type CloseReason, closeCodes } from '@accord/protocol'
import type { WebSocket } from 'ws'

const patienceMs = 2_000

/** Closes a socket by name, and for good if the peer does not answer the close. */
export function closeSocket(socket: WebSocket, reason: CloseReason): void {
	socket.close(closeCodes[reason], reason)
	setTimeout(() => socket.terminate(), patienceMs).unref()
}
