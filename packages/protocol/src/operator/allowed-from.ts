import * as z from '#schema'

/** How many addresses and networks a key may be bound to. */
export const allowedFromMax = 64

/** Addresses and networks that a key may be used from, such as 10.0.0.0/8 or 2001:db8::/32. */
export const allowedFromWire = z.array(z.string().min(1).max(64)).max(allowedFromMax)

/** Body of PUT /operator/keys/{key_id}/allowed-from and of that of operators' keys. An empty list: from anywhere. */
export const setAllowedFromWire = z.strictObject({ allowed_from: allowedFromWire })
