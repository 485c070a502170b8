import { z } from 'zod'
import { type Bus, type BusMessages, inProcessBus, type Subject } from './bus.ts'
import type { NodeLine } from './nats-line.ts'

type NodesBusDeps = {
	readonly line: Pick<NodeLine, 'send' | 'receive' | 'ignore'>
	readonly onError: (error: unknown, subject: Subject) => void
}

/**
 * The bus of several nodes: a message is delivered locally as usual, and also sent to the others. There it only wakes
 * subscribers: polling at least once a second makes up for lost messages.
 */
export function natsBus({ line, onError }: NodesBusDeps): Bus {
	const here = inProcessBus({ onError })
	const others = inProcessBus({ onError })
	for (const subject of wakeSubjects) forward(line, others, subject)
	return {
		publish: (subject, message) => {
			here.publish(subject, message)
			if (!isWake(subject)) return
			for (const piece of splitWake(subject, message as BusMessages[typeof subject])) line.send(subject, piece)
		},
		subscribe: (subject, handler, from = 'all') => {
			const ends = [here.subscribe(subject, handler)]
			if (from === 'all') ends.push(others.subscribe(subject, handler))
			return () => {
				for (const end of ends) end()
			}
		},
	}
}

function forward<S extends WakeSubject>(line: NodesBusDeps['line'], others: Bus, subject: S): void {
	line.receive(subject, message => {
		const read = wakeSchemas[subject].safeParse(message)
		if (read.success) others.publish(subject, read.data as BusMessages[S])
		else line.ignore()
	})
}

function isWake(subject: Subject): subject is WakeSubject {
	return subject in wakeSchemas
}

// Messages with which nodes wake each other, as described in docs/bus.md. A message from another node is outside input:
// if it cannot be parsed, it is ignored.

const id = z.string().min(1).max(256)
const pair = z.strictObject({ base: z.string().min(1).max(64), quote: z.string().min(1).max(64) })

/** An `order` message names at most this many orders; more are split over several messages. */
const ordersPerMessageMax = 256

/** The subjects that are sent between nodes. Books are sent complete, so `price_book` is not among them. */
const wakeSchemas = {
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

type WakeSubject = keyof typeof wakeSchemas

const wakeSubjects = Object.keys(wakeSchemas) as WakeSubject[]

/** The same message, in pieces small enough to send. */
function splitWake<S extends WakeSubject>(subject: S, message: BusMessages[S]): readonly BusMessages[S][] {
	if (subject !== 'order') return [message]
	const { orderHashes } = message as BusMessages['order']
	const pieces = Math.ceil(orderHashes.length / ordersPerMessageMax)
	return Array.from({ length: pieces }, (_, i) => ({
		orderHashes: orderHashes.slice(i * ordersPerMessageMax, (i + 1) * ordersPerMessageMax),
	})) as unknown as BusMessages[S][]
}
