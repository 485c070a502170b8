/** A promise, and the functions that settle it. */
export type Deferred = { readonly promise: Promise<void>; resolve(): void; reject(error: Error): void }

/**
 * `Promise.withResolvers`, which Node has only from version 22. A rejection that no one awaits does not count as
 * unhandled.
 */
export function deferred(): Deferred {
	let resolve: () => void = () => undefined
	let reject: (error: Error) => void = () => undefined
	const promise = new Promise<void>((resolved, rejected) => {
		resolve = resolved
		reject = rejected
	})
	promise.catch(() => undefined)
	return { promise, resolve, reject }
}
