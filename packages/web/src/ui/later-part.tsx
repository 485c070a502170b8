import { type ComponentType, createElement, lazy, Suspense } from 'react'

const retryAfterMs = 1_000

/**
 * A part that is not in the first load. It leaves no gap while it loads, which is tried until it succeeds: nothing else
 * waits for it.
 */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
	let loading: Promise<{ default: ComponentType<Props> }> | undefined
	const ready = () => {
		loading ??= untilLoaded(load).then(part => ({ default: part }))
		return loading
	}
	const Loaded = lazy(ready)
	return {
		Part: (props: Props) => <Suspense fallback={null}>{createElement(Loaded, props)}</Suspense>,
		/** Loads it before it is needed. */
		preload: () => void ready(),
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
