/** Reads a message. Throws on anything else. */
export type Schema<T> = { parse(message: unknown): T }
