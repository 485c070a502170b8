import type { Duplex } from 'node:stream'

const patienceMs = 2_000

/**
 * Sends a connection its last text and closes it: when the peer has ended its side too, at the latest after 2 s, whether
 * the peer reads, ends or does nothing.
 */
export function endConnection(connection: Duplex, text: string): void {
	connection.on('error', () => connection.destroy())
	connection.end(text)
	// Discard further input: unread data would reset the connection, and the reset can overtake the text.
	connection.resume()
	const timer = setTimeout(() => connection.destroy(), patienceMs).unref()
	connection.once('close', () => clearTimeout(timer))
}
