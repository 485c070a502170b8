import type {
	InstamintAccount,
	MakerBookStatus,
	MakerLimits,
	MakerOrderPage,
	MakerPerformance,
	MakerStats,
} from '@accord/protocol'
import type { AccountBalances } from '@accord/sdk'
import { usePolled } from '../key-view/key-sessions.ts'
import type { RemoteData } from '../session/remote-data.ts'
import { type WithoutCredit, withoutCredit } from './maker-key.ts'
import { type MakerSession, makerSessions } from './maker-session.ts'

/** What a maker owes and may mint; without a badge or a component, the code that says so. */
export type Credit = { readonly accounts: readonly InstamintAccount[] } | { readonly without: WithoutCredit }

/** All of the view's data about a maker. */
export type MakerData = {
	readonly books: RemoteData<readonly MakerBookStatus[]>
	readonly openOrders: RemoteData<MakerOrderPage>
	readonly latestOrders: RemoteData<MakerOrderPage>
	readonly stats: RemoteData<MakerStats>
	readonly limits: RemoteData<MakerLimits>
	readonly performance: RemoteData<MakerPerformance>
	readonly accounts: RemoteData<readonly AccountBalances[]>
	readonly credit: RemoteData<Credit>
}

export const openOrdersMax = 50
const latestOrdersMax = 20
const oftenMs = 2_000
const seldomMs = 5_000
/** Each answer requires the service to run previews on the ledger. */
const creditMs = 10_000
const limitsMs = 10_000
/** Each answer reads a day of orders, or the accounts from the ledger. */
const moneyMs = 15_000

/** Reads all of it repeatedly: about 100 requests a minute while the page is visible, none while it is hidden. */
export function useMakerData({ id, api, dex, instamint }: MakerSession): MakerData {
	return {
		books: usePolled(makerSessions, [id, 'books'], { everyMs: oftenMs, read: () => api.books() }),
		openOrders: usePolled(makerSessions, [id, 'open orders'], {
			everyMs: oftenMs,
			read: () => api.orders({ state: 'asked', limit: openOrdersMax }),
		}),
		latestOrders: usePolled(makerSessions, [id, 'latest orders'], {
			everyMs: seldomMs,
			read: () => api.orders({ limit: latestOrdersMax }),
		}),
		stats: usePolled(makerSessions, [id, 'stats'], { everyMs: seldomMs, read: () => api.stats() }),
		limits: usePolled(makerSessions, [id, 'limits'], { everyMs: limitsMs, read: () => api.limits() }),
		performance: usePolled(makerSessions, [id, 'performance'], { everyMs: moneyMs, read: () => api.performance() }),
		accounts: usePolled(makerSessions, [id, 'accounts'], { everyMs: moneyMs, read: () => dex.accounts() }),
		// Whether a maker is a customer hardly ever changes; reopening the view requests it again.
		credit: usePolled(makerSessions, [id, 'credit'], {
			everyMs: creditMs,
			read: () => readCredit(instamint),
			isFinal: credit => credit !== undefined && 'without' in credit,
		}),
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
