/** A promise and the functions that end it. */
export type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void }

/** What `Promise.withResolvers` gives from Node 22 on. */
export function deferred<T>(): Deferred<T> {
	let resolve!: (value: T) => void
	let reject!: (error: unknown) => void
	const promise = new Promise<T>((resolved, rejected) => {
		resolve = resolved
		reject = rejected
	})
	return { promise, resolve, reject }
}
