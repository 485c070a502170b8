/** Whether the request can succeed when it is retried: never, only when changed, or unchanged later. */
export type Retry = 'never' | 'changed' | 'later'

/** What one error code means on every interface. */
export type ErrorEntry = {
	readonly httpStatus: number
	readonly jsonRpcCode: number
	readonly title: string
	/** For the docs: when the error is returned, and what to do. */
	readonly meaning: string
	readonly retry: Retry
}
