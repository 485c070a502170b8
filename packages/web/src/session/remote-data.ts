import { QueryClient, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

/** What a part of the page reads from the service or the ledger, as far as it is known. */
export type RemoteData<T> = {
	/** Undefined until the first answer; kept while later ones fail. */
	readonly data: T | undefined
	/** Why the last attempt failed; undefined once one has succeeded. */
	readonly error: unknown
	/** Discards what is known and reads it again now. */
	readonly retry: () => void
}

/** What failed is read again every 2 s, except in a hidden tab. Browsers take a service on this machine for offline without a network. */
export const queryClient = new QueryClient({
	defaultOptions: { queries: { networkMode: 'always', retry: true, retryDelay: 2_000 } },
})

/** Reads remote data while the component is mounted. */
export function useRemoteData<T>(options: UseQueryOptions<T>): RemoteData<T> {
	const client = useQueryClient()
	const { data, failureReason } = useQuery(options)
	const retry = () => void client.resetQueries({ queryKey: options.queryKey, exact: true })
	return { data, error: failureReason ?? undefined, retry }
}
