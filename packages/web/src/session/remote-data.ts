import { errorTable, TradeError } from '@accord/protocol'
import { QueryClient, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

/** Data from the service or the ledger that has loaded so far. */
export type RemoteData<T> = {
	/** Undefined until the first response; kept while later requests fail. */
	readonly data: T | undefined
	/** Why the last request failed; undefined after one has succeeded. */
	readonly error: unknown
	/** Discards the data and loads it again. */
	readonly retry: () => void
}

/**
 * TanStack Query polls, retries, pauses in hidden tabs and caches across views, for 11 kB of the first load. Failures are
 * retried every 2 s, permanent refusals by the service three times. A browser without a network counts as offline, but
 * still reaches a service on its own machine.
 */
export const queryClient = new QueryClient({
	defaultOptions: { queries: { networkMode: 'always', retry: mayTryAgain, retryDelay: 2_000 } },
})

const refusedMax = 3

/** Whether to retry after `failures` failures; a refusal that would stay the same is accepted in the end. */
export function mayTryAgain(failures: number, error: unknown): boolean {
	const isFinal = error instanceof TradeError && errorTable[error.code].retry !== 'later'
	return !isFinal || failures < refusedMax - 1
}

/** Loads remote data while the component is mounted. */
export function useRemoteData<T>(options: UseQueryOptions<T>): RemoteData<T> {
	const client = useQueryClient()
	const { data, failureReason } = useQuery(options)
	const retry = () => void client.resetQueries({ queryKey: options.queryKey, exact: true })
	return { data, error: failureReason ?? undefined, retry }
}
