/** A function of a module, named so that another thread can find it: arguments and results are plain values. */
export type Work<Args extends readonly unknown[], Result> = {
	readonly module: string
	readonly run: (...args: Args) => Result
}

/** Declares a function that is exported by its own module; `module` is that module's `import.meta.url`. */
export function work<Args extends readonly unknown[], Result>(
	module: string,
	run: (...args: Args) => Result,
): Work<Args, Result> {
	return { module, run }
}

/** A thread's job, and its answer. Errors lose their class and code when they cross threads. */
export type WorkRequest = { readonly module: string; readonly name: string; readonly args: readonly unknown[] }
export type WorkReply =
	| { readonly kind: 'done'; readonly result: unknown }
	| { readonly kind: 'refused'; readonly code: string; readonly detail: string; readonly errors: readonly unknown[] }
	| { readonly kind: 'failed'; readonly message: string }
