import { WebSocket } from 'ws'
import { closeSocket } from './close-socket.ts'

/**
 * What leaves on one socket. It is bounded: a peer that takes its messages too slowly is closed with `slow_consumer`
 * rather than buffered for, and what was numbered can be asked for again.
 */
export class Outgoing {
	readonly #socket: WebSocket
	readonly #limitBytes: number
	#underway = 0
	#waiting: (() => void)[] = []

	constructor({ socket, limitBytes }: { socket: WebSocket; limitBytes: number }) {
		this.#socket = socket
		this.#limitBytes = limitBytes
	}

	/** Sends one text message; a socket that is no longer open drops it. */
	send(message: string | Buffer): void {
		if (this.#socket.readyState !== WebSocket.OPEN) return
		this.#underway += 1
		this.#socket.send(message, { binary: false }, this.#left)
		if (this.#socket.bufferedAmount > this.#limitBytes) closeSocket(this.#socket, 'slow_consumer')
	}

	/** Whether so much waits that who has more of it at hand should wait too. */
	get isFilling(): boolean {
		return this.#socket.bufferedAmount > this.#limitBytes / 2
	}

	/** Resolves when everything sent so far has been handed to the network, or the socket is gone. */
	flushed(): Promise<void> {
		if (this.#underway === 0) return Promise.resolve()
		return new Promise(resolve => this.#waiting.push(resolve))
	}

	readonly #left = (): void => {
		this.#underway -= 1
		if (this.#underway > 0) return
		const waiting = this.#waiting
		this.#waiting = []
		for (const resolve of waiting) resolve()
	}
}
