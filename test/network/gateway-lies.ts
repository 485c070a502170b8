import type { GatewayLie } from './gateway-proxy.ts'

type LedgerStateWire = { network: string; state_version: number; proposer_round_timestamp: string }

/** Answers with a different ledger state. */
function withState(change: (state: LedgerStateWire) => Partial<LedgerStateWire>): GatewayLie {
	return answer => {
		const { ledger_state: state } = answer
		return state === undefined ? answer : { ...answer, ledger_state: { ...state, ...change(state) } }
	}
}

/** The ledger's clock is this far ahead, or behind if negative. */
export function clockAhead(seconds: number): GatewayLie {
	return withState(({ proposer_round_timestamp: at }) => ({
		proposer_round_timestamp: new Date(Date.parse(at) + seconds * 1000).toISOString(),
	}))
}

/** The ledger was at this state version before, and is at an earlier one now. */
export function versionBack(versions: number): GatewayLie {
	return withState(({ state_version }) => ({ state_version: state_version - versions }))
}

/** Every answer comes from another network's ledger. */
export function ofNetwork(network: string): GatewayLie {
	return withState(() => ({ network }))
}

/** A replica that has stopped: it repeats the state of its first answer, and knows nothing committed since. */
export function stoppedReplica(): GatewayLie {
	let stoppedAt: LedgerStateWire | undefined
	const sameState = withState(state => {
		stoppedAt ??= state
		return stoppedAt
	})
	return (answer, path) => forgetful(sameState(answer, path), path)
}

/** A ledger whose clock is right and that advances, but that hides its commits. */
export const forgetful: GatewayLie = (answer, path) => {
	if (path === '/transaction/subintent-status') return { ledger_state: answer.ledger_state, ...unknown }
	return path === '/stream/transactions' ? { ...answer, items: [], next_cursor: null } : answer
}

/** A ledger that claims that everything was committed. */
export const credulous: GatewayLie = (answer, path) =>
	path === '/transaction/subintent-status' ? { ...answer, subintent_status: 'CommittedSuccess' } : answer

const unknown = { subintent_status: 'Unknown', subintent_status_description: 'No such subintent has been seen.' }
