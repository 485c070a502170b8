import { z } from 'zod'
import { type Bus, type BusMessages, inProcessBus, type Subject, type Topic } from './bus.ts'
import type { NodeLine } from './nats-line.ts'

type NodesBusDeps = {
	readonly line: Pick<NodeLine, 'send' | 'receive' | 'ignore'>
	readonly onError: (error: unknown, subject: Subject) => void
}

/**
 * The bus of several nodes: a message is delivered locally as usual, and also sent to the others. There it only wakes
 * subscribers: polling at least once a second makes up for lost messages. Messages about a maker go only to the nodes that
 * follow it.
 */
export function natsBus({ line, onError }: NodesBusDeps): Bus {
	const here = inProcessBus({ onError })
	const others = inProcessBus({ onError })
	for (const subject of wakeSubjects) if (!isOfTopic(subject)) forward(line, others, subject)
	const followed = new Map<string, { followers: number; readonly end: () => void }>()
	return {
		publish: (subject, message) => {
			here.publish(subject, message)
			if (!isWake(subject)) return
			const to = isOfTopic(subject) ? topicSubject(subject, message as Topic) : subject
			for (const piece of splitWake(subject, message as BusMessages[typeof subject])) line.send(to, piece)
		},
		subscribe: (subject, handler, from = 'all') => {
			const ends = [
				...(from === 'others' ? [] : [here.subscribe(subject, handler)]),
				...(from === 'here' ? [] : [others.subscribe(subject, handler)]),
			]
			return () => {
				for (const end of ends) end()
			}
		},
		follow: topic => {
			const key = topicToken(topic)
			const start = () => {
				const ends = makerSubjects.map(subject => forward(line, others, subject, topicSubject(subject, topic)))
				return {
					followers: 0,
					end: () => {
						for (const end of ends) end()
					},
				}
			}
			const state = followed.get(key) ?? start()
			state.followers += 1
			followed.set(key, state)
			let isOver = false
			return () => {
				if (isOver) return
				isOver = true
				state.followers -= 1
				if (state.followers > 0) return
				state.end()
				followed.delete(key)
			}
		},
	}
}

function forward<S extends WakeSubject>(
	line: NodesBusDeps['line'],
	others: Bus,
	subject: S,
	from: string = subject,
): () => void {
	return line.receive(from, message => {
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
	settlement: z.object({ stateVersion: z.int().nonnegative() }),
	part_unfilled: z.object({ order: id, makerId: id, partId: id, state: z.enum(['rejected', 'timed_out']) }),
	maker_pause: z.object({ makerId: id }),
	api_key: z.object({}),
	incarnation: z.object({}),
} as const satisfies { [S in Exclude<Subject, 'price_book'>]: z.ZodType<BusMessages[S]> }

type WakeSubject = keyof typeof wakeSchemas

const makerSubjects = ['new_order', 'fill_execution'] as const
type TopicSubject = (typeof makerSubjects)[number]

function isOfTopic(subject: Subject): subject is TopicSubject {
	return makerSubjects.some(ofTopic => ofTopic === subject)
}

/** Ids may have characters that subjects may not. */
function topicToken({ makerId }: Topic): string {
	return Buffer.from(makerId).toString('base64url')
}

function topicSubject(subject: TopicSubject, topic: Topic): string {
	return `${subject}.${topicToken(topic)}`
}

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
