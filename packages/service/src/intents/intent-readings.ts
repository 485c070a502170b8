import type { SignedIntent } from './read-intent.ts'

const keptMax = 1_024

/** What was read from the bytes of the intents that were checked last, so that what is published soon after need not be read again. */
export class IntentReadings {
	/** By the bytes (lower-case hex), oldest first. */
	readonly #kept = new Map<string, SignedIntent>()

	/** Keeps what was read from exactly these bytes. */
	keep(bytes: string, intent: SignedIntent): void {
		this.#kept.set(bytes, intent)
		const [oldest] = this.#kept.keys()
		if (oldest !== undefined && this.#kept.size > keptMax) this.#kept.delete(oldest)
	}

	/** Undefined if they are to be read. */
	of(bytes: string): SignedIntent | undefined {
		return this.#kept.get(bytes)
	}
}
