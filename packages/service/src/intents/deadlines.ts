/** How long a maker has to fill a part, if the order lasts long enough. */
export const fillWindowMs = 3_000
const beforeExpiryMs = 8_000
const requestAheadMinMs = 1_000
const publishAheadMinMs = 5_000
const graceMs = 300

/**
 * The deadline of a part (decision 8); `expiresAtS` is the earliest expiry among the order and its fills. Undefined if
 * the deadline, rounded down to seconds as makers see it, is less than a second ahead.
 */
export function fillBeforeMs({ nowMs, expiresAtS }: { nowMs: number; expiresAtS: number }): number | undefined {
	const beforeMs = Math.min(nowMs + fillWindowMs, expiresAtS * 1000 - beforeExpiryMs)
	return Math.floor(beforeMs / 1000) * 1000 - nowMs < requestAheadMinMs ? undefined : beforeMs
}

/** Parts with a deadline before this have timed out. */
export function timedOutBeforeMs(nowMs: number): number {
	return nowMs - graceMs
}

/** A bundle that expires before this is no longer published, because solvers would hardly have time to settle it. */
export function bundleExpiryMinMs(nowMs: number): number {
	return nowMs + publishAheadMinMs
}

/** The earliest and latest expiry allowed, inclusive, in seconds since 1970. */
export type ExpiryBounds = { readonly minS: number; readonly maxS: number }

/** How far ahead of receipt an expiry may be, in seconds. */
export const orderExpiryS = { min: 15, max: 60 }
export const fillExpiryS = { min: 10, max: 60 }

/** An order must expire 15 to 60 s after the second in which its body arrived. */
export function orderExpiry(receivedAtMs: number): ExpiryBounds {
	const receivedAtS = Math.floor(receivedAtMs / 1000)
	return { minS: receivedAtS + orderExpiryS.min, maxS: receivedAtS + orderExpiryS.max }
}

/**
 * A fill must last 10 s, or as long as its order if that is shorter, so that it can still be published; and at most 60
 * s.
 */
export function fillExpiry(fill: { receivedAtMs: number; orderExpiresAtS: number }): ExpiryBounds {
	const receivedAtS = Math.floor(fill.receivedAtMs / 1000)
	return { minS: Math.min(fill.orderExpiresAtS, receivedAtS + fillExpiryS.min), maxS: receivedAtS + fillExpiryS.max }
}

/** Times before this are meant as seconds from now, and those after the other as milliseconds since 1970. */
const fromNowMaxS = 1_000_000
const millisecondsMin = 100_000_000_000

/** An expiry that is out of its bounds, with what may have been meant, or by how much it is out. */
export function describeExpiry(foundS: number, { minS, maxS }: ExpiryBounds): string {
	if (foundS < fromNowMaxS) return `${foundS}, which is in 1970: add it to the time of now if it is meant from now`
	if (foundS > millisecondsMin) return `${foundS}, which is in milliseconds: divide it by 1000`
	return foundS < minS ? `${foundS}, ${minS - foundS} s too early` : `${foundS}, ${foundS - maxS} s too late`
}
