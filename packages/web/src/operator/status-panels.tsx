import { durationText, type Overview } from '@accord/protocol'
import { capital } from '../format/capital.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { Mark } from './mark.tsx'

type StatusProps = { readonly overview: RemoteData<Overview> }

/** Which service this is, and whether it has what it needs. */
export function HealthPanel({ overview }: StatusProps) {
	return (
		<DataPanel title="Health" data={overview}>
			{({ service, health, nodes }) => (
				<div className="key-groups">
					<Facts>
						<Fact name="Version">{service.version}</Fact>
						<Fact name="Network">
							{service.network} ({service.networkId})
						</Fact>
						<Fact name="Address">
							<span className="operator-long">{service.url}</span>
						</Fact>
						<Fact name="Up">{durationText(service.uptimeS * 1000)}</Fact>
					</Facts>
					<Facts>
						{health.map(({ name, ok, detail }) => (
							<Fact key={name} name={capital(name)} {...(detail === undefined ? {} : { hint: detail })}>
								{name === 'bus' && ok && nodes === undefined ? (
									'none: a single node'
								) : (
									<Mark result={ok ? 'ok' : 'fail'} />
								)}
							</Fact>
						))}
					</Facts>
				</div>
			)}
		</DataPanel>
	)
}

/** Open orders, queues and connections. */
export function QueuesPanel({ overview }: StatusProps) {
	return (
		<DataPanel title="Queues" data={overview}>
			{({ orders: { open, ended }, fills, settledLastMinute, makers, sessions, queues }) => (
				<div className="key-groups">
					<Facts>
						<Fact name="Orders awaiting fills">{count(open.awaiting_fills)}</Fact>
						<Fact name="Orders filled, to be published">{count(open.filled)}</Fact>
						<Fact name="Orders published, to be settled">{count(open.published)}</Fact>
						<Fact name="Fills asked · accepted">
							{count(fills.asked)} · {count(fills.started)}
						</Fact>
						<Fact name="Settled in the last minute">{count(settledLastMinute)}</Fact>
					</Facts>
					<Facts>
						<Fact name="Previews running · waiting">
							{count(queues.previewsRunning)} · {count(queues.previewsWaiting)}
						</Fact>
						<Fact name="Orders to match">{count(queues.ordersToMatch)}</Fact>
						<Fact name="Sessions of makers · solvers">
							{count(sessions.makers)} · {count(sessions.solvers)}
						</Fact>
						<Fact name="Event streams">{count(sessions.eventStreams)}</Fact>
						<Fact name="Makers registered · paused">
							{count(makers.registered)} · {count(makers.paused)}
						</Fact>
					</Facts>
					<Facts>
						<Fact name="Ended since the start" hint="Settled · unfilled · expired · cancelled">
							{[ended.settled, ended.unfilled, ended.expired, ended.cancelled].map(count).join(' · ')}
						</Fact>
					</Facts>
				</div>
			)}
		</DataPanel>
	)
}

function count(number: number): string {
	return number.toLocaleString('en')
}
