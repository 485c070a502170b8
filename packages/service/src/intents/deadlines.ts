/** How long a maker has to fill, if the order lasts long enough. */
export const fillWindowMs = 3_000
const beforeExpiryMs = 8_000
const askedAheadMs = 1_000
const publishedAheadMs = 5_000
const graceMs = 300

/**
 * Until when a maker may answer a part (decision 8), `expiresAtS` being the earliest expiry of what is to be settled.
 * Nothing if even its floor in seconds, which is what makers see, leaves less than a second.
 */
export function fillBeforeMs({ nowMs, expiresAtS }: { nowMs: number; expiresAtS: number }): number | undefined {
	const beforeMs = Math.min(nowMs + fillWindowMs, expiresAtS * 1000 - beforeExpiryMs)
	return Math.floor(beforeMs / 1000) * 1000 - nowMs < askedAheadMs ? undefined : beforeMs
}

/** Parts that were to be filled before this have timed out. */
export function timedOutBeforeMs(nowMs: number): number {
	return nowMs - graceMs
}

/** A bundle that expires before this is not published any more: solvers could hardly settle it. */
export function publishedUntilMs(nowMs: number): number {
	return nowMs + publishedAheadMs
}

/** The earliest and the latest expiry that is allowed, in seconds since 1970; both are allowed themselves. */
export type ExpiryBounds = { readonly minS: number; readonly maxS: number }

/** How far ahead of receipt, in seconds. */
export const orderExpiryS = { min: 15, max: 60 }
export const fillExpiryS = { min: 10, max: 60 }

/** Orders expire 15 to 60 s after the second in which their body had arrived. */
export function orderExpiry(receivedAtMs: number): ExpiryBounds {
	const receivedAtS = Math.floor(receivedAtMs / 1000)
	return { minS: receivedAtS + orderExpiryS.min, maxS: receivedAtS + orderExpiryS.max }
}

/** Fills last as long as the order they answer, or at least 10 s, so that they can be published; never more than 60 s. */
export function fillExpiry(fill: { receivedAtMs: number; orderExpiresAtS: number }): ExpiryBounds {
	const receivedAtS = Math.floor(fill.receivedAtMs / 1000)
	return { minS: Math.min(fill.orderExpiresAtS, receivedAtS + fillExpiryS.min), maxS: receivedAtS + fillExpiryS.max }
}
