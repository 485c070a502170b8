import { type DoctorCheck, type Maker, type OperatorKey, type Overview, TradeError } from '@accord/protocol'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { isRefusedKey } from './operator-key.ts'
import { endRefused, type OperatorSession, operatorQueries } from './operator-session.ts'

/** The keys to the operator API, or why this one may not see them. */
export type OperatorKeys = { readonly keys: readonly OperatorKey[] } | { readonly forbidden: string }

/** All that the view shows. */
export type OperatorData = {
	readonly overview: RemoteData<Overview>
	readonly doctor: RemoteData<readonly DoctorCheck[]>
	readonly makers: RemoteData<readonly Maker[]>
	readonly operatorKeys: RemoteData<OperatorKeys>
}

const everyMs = {
	overview: 2_000,
	makers: 5_000,
	/** It asks the Gateway, for a preview too. */
	doctor: 60_000,
	operatorKeys: 60_000,
}
const retryMs = 2_000

/** Reads all of it again and again, about 45 requests a minute while the page is visible, none while it is hidden. */
export function useOperatorData({ id, api }: OperatorSession): OperatorData {
	return {
		overview: usePolled([id, 'overview'], everyMs.overview, () => api.overview()),
		doctor: usePolled([id, 'doctor'], everyMs.doctor, () => api.doctor()),
		makers: usePolled([id, 'makers'], everyMs.makers, () => api.makers()),
		operatorKeys: usePolled([id, 'operator keys'], everyMs.operatorKeys, () => readOperatorKeys(api)),
	}
}

async function readOperatorKeys(api: OperatorSession['api']): Promise<OperatorKeys> {
	try {
		return { keys: await api.operatorKeys() }
	} catch (error) {
		if (error instanceof TradeError && error.code === 'forbidden') return { forbidden: error.message }
		throw error
	}
}

/** A key that is refused is forgotten; whatever else fails is asked again. */
function usePolled<T>(
	[id, what]: readonly [session: number, what: string],
	refetchInterval: number,
	read: () => Promise<T>,
): RemoteData<T> {
	return useRemoteData<T>({
		queryKey: [operatorQueries, id, what],
		queryFn: () =>
			read().catch(error => {
				if (isRefusedKey(error)) endRefused(id, error)
				throw error
			}),
		refetchInterval,
		retry: (_, error) => !isRefusedKey(error),
		retryDelay: retryMs,
	})
}
