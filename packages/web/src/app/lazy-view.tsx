import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { preloadAfterMs } from '../ui/later-part.tsx'
import { Loading } from '../ui/states.tsx'

const attemptsMax = 5
const retryAfterMs = 1_000

/** A view that is not part of the first load. */
export type LazyView<Props> = {
	readonly View: (props: Props) => ReactNode
	/** Loads the view later, before it is needed; a failure is retried, and reported, when it is needed. */
	preload(): void
}

/** A view that loads when it is first shown; `what` is the name shown while it loads. */
export function lazyView<Props extends object>(
	what: string,
	load: () => Promise<ComponentType<Props>>,
): LazyView<Props> {
	let loaded: ComponentType<Props> | undefined
	let loading: Promise<ComponentType<Props>> | undefined
	const ready = async () => {
		loading ??= load()
		try {
			loaded = await loading
			return loaded
		} catch (cause) {
			loading = undefined
			throw cause
		}
	}
	function View(props: Props) {
		const [shown, setShown] = useState(() => loaded)
		const [error, setError] = useState<Error>()
		useEffect(() => {
			if (shown !== undefined) return
			let isLeft = false
			withRetries(ready).then(
				view => !isLeft && setShown(() => view),
				cause => !isLeft && setError(failureOf(what, cause)),
			)
			return () => {
				isLeft = true
			}
		}, [shown])
		// The error boundary shows it and starts over.
		if (error !== undefined) throw error
		return shown === undefined ? <Loading what={what} lines={8} /> : createElement(shown, props)
	}
	return { View, preload: () => void setTimeout(() => ready().catch(() => undefined), preloadAfterMs) }
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
	for (let attempt = 1; attempt < attemptsMax; attempt++) {
		try {
			return await work()
		} catch {
			await new Promise(resolve => setTimeout(resolve, retryAfterMs))
		}
	}
	return work()
}

/**
 * If the service has been replaced in the meantime, the view has a different file name, which only a reload reveals.
 */
function failureOf(what: string, cause: unknown): Error {
	const start = what.slice(0, 1).toUpperCase() + what.slice(1)
	return new Error(`${start} could not be loaded. Check that you are online, then reload the page.`, { cause })
}
