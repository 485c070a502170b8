import { createHash } from 'node:crypto'
import type { AuditEntry } from '@accord/protocol'

/** The hash before the first entry. */
export const firstHash = '0'.repeat(64)

/** The hash of an entry, computed over the previous hash and the entry itself, as JSON with sorted keys. */
export function auditHash(
	previous: string,
	{ number, atMs, act, actor, subject, detail }: Omit<AuditEntry, 'hash'>,
): string {
	const text = canonicalJson({ number, at_ms: atMs, act, actor, subject, detail })
	return createHash('sha256').update(Buffer.from(previous, 'hex')).update(text).digest('hex')
}

/** JSON of a value with every object's keys sorted: the same value always has the same text. */
function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	)
}

/** The first place where a chain breaks, and why. */
export type AuditBreak = { readonly number: number; readonly reason: string }

/** The number and hash of an entry; number 0 and zeros before the first. */
export type AuditPlace = { readonly number: number; readonly hash: string }

/** Follows a chain, entry by entry. */
export class AuditChain {
	#number: number
	#hash: string

	/** `after`: the last entry before those that are added. */
	constructor(after: AuditPlace = { number: 0, hash: firstHash }) {
		this.#number = after.number
		this.#hash = after.hash
	}

	/** The number and hash of the last valid entry. */
	get head(): AuditPlace {
		return { number: this.#number, hash: this.#hash }
	}

	/** Adds the next entry; returns the reason if it does not follow. */
	add(entry: AuditEntry): AuditBreak | undefined {
		const number = this.#number + 1
		if (entry.number !== number)
			return { number, reason: `entry ${number} is missing or cannot be read: ${entry.number} follows` }
		const hash = auditHash(this.#hash, entry)
		if (entry.hash !== hash) return { number, reason: 'the entry, its hash, or an entry before it was changed' }
		this.#number = number
		this.#hash = hash
		return undefined
	}
}
