/** The service did not answer, or its answer could not be parsed: whether the request took effect is unknown. */
export class ConnectionError extends Error {
	override readonly name = 'ConnectionError'
}
