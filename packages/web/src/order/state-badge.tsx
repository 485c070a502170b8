import type { OrderState } from '@accord/protocol'
import { stateKind, stateName } from './timeline.ts'
import './state-badge.css'

/** An order's state in a word or two. */
export function StateBadge({ state }: { state: OrderState }) {
	return (
		<span className={`badge badge-${stateKind(state)}`} translate="no">
			{stateName(state)}
		</span>
	)
}
