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
