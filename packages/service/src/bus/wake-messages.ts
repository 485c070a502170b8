import { z } from 'zod'
import type { BusMessages, Subject } from './bus.ts'

// What nodes tell each other to wake, as docs/bus.md describes it. A message of another node is outside input: what does not
// parse is ignored.

const id = z.string().min(1).max(256)
const pair = z.strictObject({ base: z.string().min(1).max(64), quote: z.string().min(1).max(64) })

/** An `order` message names at most this many orders; more are sent in several. */
export const ordersPerMessageMax = 256

/** The subjects that travel between nodes. Books travel whole, so `price_book` does not. */
export const wakeSchemas = {
	reservation: z.object({ pair }),
	new_order: z.object({ makerId: id, partId: id, order: z.string().max(256) }),
	bundle: z.object({}),
	fill_execution: z.object({ makerId: id }),
	order: z.object({ orderHashes: z.array(id).max(ordersPerMessageMax) }),
	part_unfilled: z.object({ order: id, makerId: id, partId: id, state: z.enum(['rejected', 'timed_out']) }),
	maker_pause: z.object({ makerId: id }),
	api_key: z.object({}),
	incarnation: z.object({}),
} as const satisfies { [S in Exclude<Subject, 'price_book'>]: z.ZodType<BusMessages[S]> }

export type WakeSubject = keyof typeof wakeSchemas

export const wakeSubjects = Object.keys(wakeSchemas) as WakeSubject[]

/** The same message, in pieces that are small enough to be sent. */
export function splitWake<S extends WakeSubject>(subject: S, message: BusMessages[S]): readonly BusMessages[S][] {
	if (subject !== 'order') return [message]
	const { orderHashes } = message as BusMessages['order']
	const pieces = Math.ceil(orderHashes.length / ordersPerMessageMax)
	return Array.from({ length: pieces }, (_, i) => ({
		orderHashes: orderHashes.slice(i * ordersPerMessageMax, (i + 1) * ordersPerMessageMax),
	})) as unknown as BusMessages[S][]
}
