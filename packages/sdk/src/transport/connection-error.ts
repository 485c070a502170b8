/** The service did not answer, or not in a way that can be understood: nothing is known about what became of the request. */
export class ConnectionError extends Error {
	override readonly name = 'ConnectionError'
}
