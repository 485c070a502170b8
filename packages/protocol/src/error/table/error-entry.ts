/** Whether the same request can succeed later: never, only when changed, or after waiting. */
export type Retry = 'never' | 'changed' | 'later'

/** What one error code means on every interface. */
export type ErrorEntry = {
	readonly httpStatus: number
	readonly jsonRpcCode: number
	readonly title: string
	/** For the docs: when it is reported, and what to do. */
	readonly meaning: string
	readonly retry: Retry
}
