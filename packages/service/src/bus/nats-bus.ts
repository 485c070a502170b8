import type { Bus, BusMessages, Subject } from './bus.ts'
import { inProcessBus } from './in-process-bus.ts'
import type { NodeLine } from './nats-line.ts'
import { splitWake, type WakeSubject, wakeSchemas, wakeSubjects } from './wake-messages.ts'

type NodesBusDeps = {
	readonly line: Pick<NodeLine, 'send' | 'receive' | 'ignore'>
	readonly onError: (error: unknown, subject: Subject) => void
}

/**
 * The bus of several nodes: within this one a message is delivered as ever, and to the others it is sent. Those only wake: what
 * is lost is found by the polls of at most a second.
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
