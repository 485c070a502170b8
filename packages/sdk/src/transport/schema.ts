/** What reads a message. Throws for anything else. */
export type Schema<T> = { parse(message: unknown): T }
