/** Reads a message: the needed part of a wire schema, or a {@link reader}. Throws on anything else. */
export type Schema<T> = { parse(message: unknown): T }

/** Reads by a wire schema, then into a domain type. */
export function reader<Wire, T>(schema: Schema<Wire>, parse: (wire: Wire) => T): Schema<T> {
	return { parse: message => parse(schema.parse(message)) }
}
