import type { InstamintAccount, MakerBookStatus, MakerLimits, MakerOrderPage, MakerStats } from '@accord/protocol'
import { retryAfterMs } from '@accord/sdk'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { isRefusedKey, type WithoutCredit, withoutCredit } from './maker-key.ts'
import { endRefused, type MakerSession, makerQueries } from './maker-session.ts'

/** What a maker owes and may mint; without a badge or a component, the code that says so. */
export type Credit = { readonly accounts: readonly InstamintAccount[] } | { readonly without: WithoutCredit }

/** All that the view shows of a maker. */
export type MakerData = {
	readonly books: RemoteData<readonly MakerBookStatus[]>
	readonly openOrders: RemoteData<MakerOrderPage>
	readonly latestOrders: RemoteData<MakerOrderPage>
	readonly stats: RemoteData<MakerStats>
	readonly limits: RemoteData<MakerLimits>
	readonly credit: RemoteData<Credit>
}

export const openOrdersMax = 50
const latestOrdersMax = 20
const oftenMs = 2_000
const seldomMs = 5_000
/** Each answer costs the service previews on the ledger. */
const creditMs = 10_000
const retryMs = 2_000

/** Reads all of it again and again, about 100 requests a minute while the page is visible, none while it is hidden. */
export function useMakerData({ id, api, instamint }: MakerSession): MakerData {
	return {
		books: usePolled([id, 'books'], oftenMs, () => api.books()),
		openOrders: usePolled([id, 'open orders'], oftenMs, () => api.orders({ state: 'asked', limit: openOrdersMax })),
		latestOrders: usePolled([id, 'latest orders'], seldomMs, () => api.orders({ limit: latestOrdersMax })),
		stats: usePolled([id, 'stats'], seldomMs, () => api.stats()),
		limits: usePolled([id, 'limits'], seldomMs, () => api.limits()),
		// Whether a maker is a customer hardly ever changes; the view asks again when it is opened again.
		credit: usePolled(
			[id, 'credit'],
			creditMs,
			() => readCredit(instamint),
			credit => credit !== undefined && 'without' in credit,
		),
	}
}

async function readCredit(instamint: MakerSession['instamint']): Promise<Credit> {
	try {
		return { accounts: await instamint.accounts() }
	} catch (error) {
		const without = withoutCredit(error)
		if (without === undefined) throw error
		return { without }
	}
}

/** A key that is refused is forgotten; whatever else fails is asked again, no sooner than the service says. */
function usePolled<T>(
	[id, what]: readonly [session: number, what: string],
	everyMs: number,
	read: () => Promise<T>,
	isFinal: (data: T | undefined) => boolean = () => false,
): RemoteData<T> {
	return useRemoteData<T>({
		queryKey: [makerQueries, id, what],
		queryFn: () =>
			read().catch(error => {
				if (isRefusedKey(error)) endRefused(id, error)
				throw error
			}),
		refetchInterval: ({ state }) => (isFinal(state.data) ? false : everyMs),
		retry: (_, error) => !isRefusedKey(error),
		retryDelay: (_, error) => Math.max(retryMs, retryAfterMs(error) ?? 0),
	})
}
