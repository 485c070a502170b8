import { Icon } from '../ui/icon.tsx'
import { formatSpan, type TimelineStep } from './timeline.ts'
import './timeline-list.css'

const stateNames: Readonly<Record<TimelineStep['state'], string>> = {
	done: 'done',
	now: 'in progress',
	ahead: 'not reached yet',
	failed: 'ended here',
}

/** The steps of an order with their times. Screen readers announce new ones. */
export function TimelineList({ steps }: { steps: readonly TimelineStep[] }) {
	return (
		<ol className="timeline" aria-label="Order progress" aria-live="polite">
			{steps.map(step => (
				<li key={step.key} className={`timeline-step timeline-${step.state}`}>
					<span className="timeline-mark" aria-hidden="true">
						{step.state === 'done' && <Icon name="check" size={12} />}
						{step.state === 'failed' && <Icon name="cross" size={12} />}
					</span>
					<div className="timeline-body">
						<p className="timeline-title">
							{step.title}
							<span className="visually-hidden">, {stateNames[step.state]}</span>
						</p>
						{step.key !== 'ended' && <p className="timeline-text">{step.text}</p>}
					</div>
					{step.atMs !== undefined && <StepTime atMs={step.atMs} afterMs={step.afterMs ?? 0} />}
				</li>
			))}
		</ol>
	)
}

function StepTime({ atMs, afterMs }: { atMs: number; afterMs: number }) {
	const at = new Date(atMs)
	return (
		<time className="timeline-time" dateTime={at.toISOString()} title={at.toLocaleString()}>
			{at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })}
			<span className="timeline-after">{afterMs === 0 ? 'start' : `+${formatSpan(afterMs)}`}</span>
		</time>
	)
}
