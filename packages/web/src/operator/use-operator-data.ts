import {
	type DoctorCheck,
	type Maker,
	type OperatorHistory,
	type OperatorKey,
	type Overview,
	TradeError,
} from '@accord/protocol'
import { usePolled } from '../key-view/key-sessions.ts'
import type { RemoteData } from '../session/remote-data.ts'
import { type OperatorSession, operatorSessions } from './operator-session.ts'

/** The keys to the operator API, or why this key may not see them. */
export type OperatorKeys = { readonly keys: readonly OperatorKey[] } | { readonly forbidden: string }

/** All of the view's data. */
export type OperatorData = {
	readonly overview: RemoteData<Overview>
	readonly doctor: RemoteData<readonly DoctorCheck[]>
	readonly makers: RemoteData<readonly Maker[]>
	readonly history: RemoteData<OperatorHistory>
	readonly operatorKeys: RemoteData<OperatorKeys>
}

const everyMs = {
	overview: 2_000,
	makers: 5_000,
	/** It also requests a preview from the Gateway. */
	doctor: 60_000,
	/** It counts a day of orders. */
	history: 30_000,
	operatorKeys: 60_000,
}

/** Reads all of it repeatedly: about 45 requests a minute while the page is visible, none while it is hidden. */
export function useOperatorData({ id, api }: OperatorSession): OperatorData {
	return {
		overview: usePolled(operatorSessions, [id, 'overview'], { everyMs: everyMs.overview, read: () => api.overview() }),
		doctor: usePolled(operatorSessions, [id, 'doctor'], { everyMs: everyMs.doctor, read: () => api.doctor() }),
		makers: usePolled(operatorSessions, [id, 'makers'], { everyMs: everyMs.makers, read: () => api.makers() }),
		history: usePolled(operatorSessions, [id, 'history'], { everyMs: everyMs.history, read: () => api.history() }),
		operatorKeys: usePolled(operatorSessions, [id, 'operator keys'], {
			everyMs: everyMs.operatorKeys,
			read: () => readOperatorKeys(api),
		}),
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
