import type { Bus, BusMessages, Subject } from './bus.ts'

type Handler = (message: never) => unknown

/**
 * The bus of a single-process service. Handlers run after the publisher's own code, in the order of subscription; one
 * that throws or rejects is reported and does not affect the others.
 */
export function inProcessBus({ onError }: { onError: (error: unknown, subject: Subject) => void }): Bus {
	const handlers = new Map<Subject, Set<Handler>>()

	async function deliver<S extends Subject>(subject: S, handler: Handler, message: BusMessages[S]): Promise<void> {
		try {
			if (handlers.get(subject)?.has(handler)) await handler(message as never)
		} catch (error) {
			onError(error, subject)
		}
	}

	return {
		publish(subject, message) {
			for (const handler of handlers.get(subject) ?? []) queueMicrotask(() => deliver(subject, handler, message))
		},
		subscribe(subject, handler) {
			const own: Handler = message => handler(message)
			const subscribed = handlers.get(subject) ?? new Set()
			handlers.set(subject, subscribed.add(own))
			return () => subscribed.delete(own)
		},
	}
}
