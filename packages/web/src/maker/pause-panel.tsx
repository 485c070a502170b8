import type { MakerPause, MakerStats, Pauser } from '@accord/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clockTime } from '../format/clock-time.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Button } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { describeMakerError } from './maker-key.ts'
import { type MakerSession, makerSessions } from './maker-session.ts'

/** Whether the maker's books are matched at all, with the controls to pause and resume. */
export function PausePanel({ session, stats }: { session: MakerSession; stats: RemoteData<MakerStats> }) {
	return (
		<DataPanel title="Quoting" data={stats}>
			{({ pauses, sessions }) => (
				<div className="key-stack">
					{sessions === 0 && (
						<Notice kind="warn">None of your sessions is connected, so your books do not count.</Notice>
					)}
					{pauses.map(pause => (
						<Notice key={pause.by} kind="warn">
							{describePause(pause)}
						</Notice>
					))}
					{pauses.length === 0 && sessions > 0 && <p>Your books are not paused.</p>}
					<Facts>
						<Fact name="Sessions connected">{sessions}</Fact>
					</Facts>
					<PauseButton session={session} isPaused={pauses.some(({ by }) => by === 'maker')} />
				</div>
			)}
		</DataPanel>
	)
}

const pauserNames: Readonly<Record<Pauser, string>> = {
	maker: 'by you',
	breaker: 'by the circuit breaker',
	operator: 'by the operator',
}

function describePause({ by, reason, sinceMs, untilMs }: MakerPause): string {
	const since = `All your books are paused ${pauserNames[by]} since ${clockTime(sinceMs)}`
	const until = untilMs === undefined ? '' : `, until ${clockTime(untilMs)}`
	return `${since}${until}${reason === undefined ? '' : `: ${reason}`}.`
}

function PauseButton({ session, isPaused }: { session: MakerSession; isPaused: boolean }) {
	const [isBusy, setBusy] = useState(false)
	const [error, setError] = useState<unknown>()
	const client = useQueryClient()
	const act = async () => {
		setBusy(true)
		setError(undefined)
		try {
			await (isPaused ? session.api.resume() : session.api.pause('on the page'))
			// Not awaited, because these requests repeat until the service answers.
			for (const what of ['stats', 'books'])
				void client.invalidateQueries({ queryKey: [makerSessions.queries, session.id, what] })
		} catch (failure) {
			setError(failure)
		}
		setBusy(false)
	}
	return (
		<div className="key-stack">
			<p className="key-hint">
				{isPaused
					? 'No new order is matched against your books. Orders sent to you before can still be filled.'
					: 'A pause takes all your books out of matching until you resume, even across restarts. Open orders can still be filled.'}
			</p>
			<div>
				<Button kind={isPaused ? 'primary' : 'plain'} isBusy={isBusy} onClick={() => void act()}>
					{isPaused ? 'Resume quoting' : 'Pause all books'}
				</Button>
			</div>
			{error !== undefined && (
				<div role="alert">
					<Notice kind="fail">{describeMakerError(error).reason}</Notice>
				</div>
			)}
		</div>
	)
}
