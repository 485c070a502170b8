import { type CloseReason, closeCodes, TradeError } from '@accord/protocol'
import { WebSocket } from 'ws'

/**
 * Writes to one socket with a bound: a peer that reads too slowly is closed with `slow_consumer` instead of being buffered
 * for. Numbered messages can be requested again.
 */
export class SocketWriter {
	readonly #socket: WebSocket
	readonly #limitBytes: number
	#underway = 0
	#waiting: (() => void)[] = []

	constructor({ socket, limitBytes }: { socket: WebSocket; limitBytes: number }) {
		this.#socket = socket
		this.#limitBytes = limitBytes
	}

	/** Sends one text message; does nothing if the socket is no longer open. */
	send(message: string | Buffer): void {
		if (this.#socket.readyState !== WebSocket.OPEN) return
		this.#underway += 1
		this.#socket.send(message, { binary: false }, this.#sent)
		if (this.#socket.bufferedAmount > this.#limitBytes) closeSocket(this.#socket, 'slow_consumer')
	}

	/** Whether more than half of the limit is waiting, so that a sender of large amounts should wait, too. */
	get isFilling(): boolean {
		return this.#socket.bufferedAmount > this.#limitBytes / 2
	}

	/** Resolves when everything sent so far has been handed to the network, or the socket is gone. */
	flushed(): Promise<void> {
		if (this.#underway === 0) return Promise.resolve()
		return new Promise(resolve => this.#waiting.push(resolve))
	}

	readonly #sent = (): void => {
		this.#underway -= 1
		if (this.#underway > 0) return
		const waiting = this.#waiting
		this.#waiting = []
		for (const resolve of waiting) resolve()
	}
}

/** Whether a log could not be read further because its reader was so slow that the next entries have been removed. */
export function isOvertaken(error: unknown): boolean {
	return error instanceof TradeError && error.code === 'sequence_too_old'
}

const closeTimeoutMs = 2_000

/** Closes a socket with a named reason, and terminates it if the peer does not answer. */
export function closeSocket(socket: WebSocket, reason: CloseReason): void {
	socket.close(closeCodes[reason], reason)
	terminateSoon(socket)
}

/** Gives a closing socket 2 s, whether its peer cooperates or not. */
export function terminateSoon(socket: WebSocket): void {
	setTimeout(() => socket.terminate(), closeTimeoutMs).unref()
}
