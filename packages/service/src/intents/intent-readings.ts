import type { SignedIntent } from './read-intent.ts'

const keptMax = 1_024

/**
 * Readings of the most recently checked intents' bytes, so that they need not be read again when they are published
 * soon after.
 */
export class IntentReadings {
	/** Readings by the bytes (lower-case hex), oldest first. */
	readonly #kept = new Map<string, SignedIntent>()

	/** Keeps the reading of exactly these bytes. */
	keep(bytes: string, intent: SignedIntent): void {
		this.#kept.set(bytes, intent)
		const [oldest] = this.#kept.keys()
		if (oldest !== undefined && this.#kept.size > keptMax) this.#kept.delete(oldest)
	}

	/** Undefined if the bytes must be read. */
	of(bytes: string): SignedIntent | undefined {
		return this.#kept.get(bytes)
	}
}
