import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

const retryAfterMs = 1_000
/** Until then, what is shown first has the connection for itself. */
export const preloadAfterMs = 1_500

/**
 * A part that is not in the first load. Loading is tried until it succeeds, since nothing else waits for it; without a
 * fallback it leaves no gap meanwhile.
 */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
	let loading: Promise<{ default: ComponentType<Props> }> | undefined
	const ready = () => {
		loading ??= untilLoaded(load).then(part => ({ default: part }))
		return loading
	}
	const Loaded = lazy(ready)
	return {
		Part: (props: Props) => <Suspense fallback={fallback}>{createElement(Loaded, props)}</Suspense>,
		/** Loads it later, before it is needed. */
		preload: () => void setTimeout(ready, preloadAfterMs),
	}
}

async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await load()
		} catch {
			await new Promise(resolve => setTimeout(resolve, retryAfterMs))
		}
	}
}
