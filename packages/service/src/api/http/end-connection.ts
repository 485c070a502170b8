import type { Duplex } from 'node:stream'

const patienceMs = 2_000

/**
 * Sends a connection its last text and closes it once the peer has ended its side too, but no later than 2 s from now,
 * whether the peer reads, ends or does nothing.
 */
export function endConnection(connection: Duplex, text: string): void {
	connection.on('error', () => connection.destroy())
	connection.end(text)
	// Discard further input: unread data would reset the connection, and the reset can overtake the text.
	connection.resume()
	const timer = setTimeout(() => connection.destroy(), patienceMs).unref()
	connection.once('close', () => clearTimeout(timer))
}
