import type { OrderStatus } from '@accord/protocol'
import { capital } from '../format/capital.ts'
import { formatRemaining } from './open-orders.ts'
import { useNow } from './use-now.ts'
import './time-left.css'

const [size, radius] = [56, 25]
const around = 2 * Math.PI * radius

/** A ring that empties until the order expires, around the seconds that are left. */
export function TimeLeft({ status: { createdAtMs, expiresAtS } }: { status: OrderStatus }) {
	const nowMs = useNow()
	const leftS = Math.max(0, Math.ceil(expiresAtS - nowMs / 1_000))
	const wholeS = Math.max(1, expiresAtS - createdAtMs / 1_000)
	const share = Math.min(1, leftS / wholeS)
	return (
		<div className={leftS <= soonS ? 'time-left time-left-soon' : 'time-left'}>
			<span className="time-left-ring" aria-hidden="true">
				<svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" focusable="false">
					<circle className="time-left-track" cx="28" cy="28" r={radius} />
					<circle
						className="time-left-part"
						cx="28"
						cy="28"
						r={radius}
						strokeDasharray={around}
						strokeDashoffset={around * (1 - share)}
					/>
				</svg>
				<b>{leftS}</b>
			</span>
			<p role="timer">{capital(formatRemaining(expiresAtS, nowMs))}</p>
		</div>
	)
}

const soonS = 10
