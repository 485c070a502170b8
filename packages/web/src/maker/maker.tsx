import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { BooksPanel } from './books-panel.tsx'
import { CreditPanel } from './credit-panel.tsx'
import { LevelsPanel } from './levels-panel.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import { describeMakerError } from './maker-key.ts'
import { type MakerSession, signOut, useMakerAccess } from './maker-session.ts'
import { LatestOrdersPanel, OpenOrdersPanel } from './orders-panel.tsx'
import { PausePanel } from './pause-panel.tsx'
import { SignIn } from './sign-in.tsx'
import { StatsPanel } from './stats-panel.tsx'
import { useMakerData } from './use-maker-data.ts'
import '../ui/table.css'
import './maker.css'

/** What the service has of a maker, for who enters its key. */
export function Maker() {
	const { session, refusal } = useMakerAccess()
	const hadSession = useRef(false)
	useEffect(() => {
		hadSession.current = session !== undefined
	}, [session])
	if (session === undefined) return <SignIn refusal={refusal} takesFocus={hadSession.current} />
	return <Dashboard key={session.id} session={session} />
}

function Dashboard({ session }: { session: MakerSession }) {
	const data = useMakerData(session)
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	return (
		<div className="maker">
			<header className="maker-head">
				<h1 ref={heading} tabIndex={-1}>
					Maker
				</h1>
				<Button onClick={() => signOut()}>Sign out</Button>
			</header>
			<Outdated error={Object.values(data).find(({ error }) => error !== undefined)?.error} />
			<div className="maker-panels">
				<div className="maker-column">
					<PausePanel session={session} stats={data.stats} />
					<OpenOrdersPanel orders={data.openOrders} />
				</div>
				<StatsPanel stats={data.stats} />
				<div className="maker-wide">
					<BooksPanel books={data.books} />
				</div>
				<div className="maker-column">
					<LevelsPanel books={data.books} />
					<LatestOrdersPanel orders={data.latestOrders} />
				</div>
				<div className="maker-column">
					<CreditPanel credit={data.credit} />
					<LimitsPanel limits={data.limits} />
				</div>
			</div>
		</div>
	)
}

/** Why something of what is shown is not refreshed at the moment. */
function Outdated({ error }: { error: unknown }) {
	if (error === undefined) return null
	const { reason, advice } = describeMakerError(error)
	return (
		<div role="status">
			<Notice kind="warn">
				What is shown may be out of date. {reason} {advice}
			</Notice>
		</div>
	)
}
