/** Whether the request can succeed when it is retried: never, only after a change, or unchanged later. */
export type Retry = 'never' | 'changed' | 'later'

/** The meaning of an error code on every interface. */
export type ErrorEntry = {
	readonly httpStatus: number
	readonly jsonRpcCode: number
	readonly title: string
	readonly retry: Retry
}
