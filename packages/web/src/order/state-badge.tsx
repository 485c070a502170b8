import type { OrderState } from '@accord/sdk'
import { stateKind, stateName } from './timeline.ts'
import './state-badge.css'

/** How an order stands, in a word. */
export function StateBadge({ state }: { state: OrderState }) {
	return <span className={`badge badge-${stateKind(state)}`}>{stateName(state)}</span>
}
