import type { WebSocket } from 'ws'

export const beatsBetweenPings = 5
export const silentBeatsMax = 10

/**
 * Pings every socket every 5 s and terminates those that have sent no frame for 10 s. It runs on real time, not on the
 * service's clock, so that a test that moves the clock does not lose its connections.
 */
export class Heartbeat {
	readonly #silentBeats = new Map<WebSocket, number>()
	readonly #timer: NodeJS.Timeout
	#beats = 0

	constructor({ beatMs }: { beatMs: number }) {
		this.#timer = setInterval(() => this.#beat(), beatMs).unref()
	}

	/** Watches a socket until it closes. */
	watch(socket: WebSocket): void {
		const reset = () => this.#silentBeats.set(socket, 0)
		reset()
		socket.on('message', reset).on('ping', reset).on('pong', reset)
		socket.once('close', () => this.#silentBeats.delete(socket))
	}

	stop(): void {
		clearInterval(this.#timer)
	}

	#beat(): void {
		this.#beats += 1
		const pings = this.#beats % beatsBetweenPings === 0
		for (const [socket, silent] of this.#silentBeats) {
			if (silent + 1 >= silentBeatsMax) socket.terminate()
			else this.#silentBeats.set(socket, silent + 1)
			if (pings && socket.readyState === socket.OPEN) socket.ping()
		}
	}
}
