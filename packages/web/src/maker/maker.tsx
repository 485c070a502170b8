import type { MakerStats } from '@accord/protocol'
import { shortTime } from '../format/clock-time.ts'
import { KeyDashboard, type KeyDoor, KeyView } from '../key-view/key-view.tsx'
import { BooksPanel } from './books-panel.tsx'
import { CreditPanel } from './credit-panel.tsx'
import { FeesPanel } from './fees-panel.tsx'
import { InventoryPanel } from './inventory-panel.tsx'
import { LevelsPanel } from './levels-panel.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import { describeMakerError } from './maker-key.ts'
import { type MakerClients, type MakerSession, makerSessions } from './maker-session.ts'
import { LatestOrdersPanel, OpenOrdersPanel } from './orders-panel.tsx'
import { PausePanel } from './pause-panel.tsx'
import { ResponsePanel } from './response-panel.tsx'
import { LostPanel, ResultsPanel } from './results-panel.tsx'
import { StatsPanel } from './stats-panel.tsx'
import { useMakerData } from './use-maker-data.ts'
import './maker.css'

const door: KeyDoor<MakerClients> = {
	heading: 'Maker',
	sessions: makerSessions,
	describe: describeMakerError,
	words: {
		title: 'For makers',
		purpose:
			'See what your fills were worth, whether your books count, what you are asked to fill, how you answer, and what you owe. Enter the API key that the operator of this service gave you.',
		label: 'API key',
		hint: 'The key stays in this tab’s memory and is sent only to this service. It is not stored: reloading or leaving the page forgets it.',
	},
}

/** Shows what the service knows about a maker to anyone who enters its key. */
export function Maker() {
	return <KeyView door={door}>{session => <Dashboard key={session.id} session={session} />}</KeyView>
}

function Dashboard({ session }: { session: MakerSession }) {
	const data = useMakerData(session)
	return (
		<KeyDashboard door={door} owner={<Owner stats={data.stats.data} />} data={data}>
			<div className="maker-column">
				<PausePanel session={session} stats={data.stats} />
				<OpenOrdersPanel orders={data.openOrders} />
			</div>
			<StatsPanel stats={data.stats} />
			<div className="key-wide">
				<ResultsPanel performance={data.performance} />
			</div>
			<div className="key-wide">
				<FeesPanel performance={data.performance} />
			</div>
			<InventoryPanel accounts={data.accounts} performance={data.performance} />
			<ResponsePanel performance={data.performance} />
			<div className="key-wide">
				<LostPanel performance={data.performance} />
			</div>
			<div className="key-wide">
				<BooksPanel books={data.books} />
			</div>
			<div className="maker-column">
				<LevelsPanel books={data.books} />
				<LatestOrdersPanel orders={data.latestOrders} api={session.api} maker={data.stats.data?.name ?? 'maker'} />
			</div>
			<div className="maker-column">
				<CreditPanel credit={data.credit} />
				<LimitsPanel limits={data.limits} />
			</div>
		</KeyDashboard>
	)
}

/** The maker's name and id, and from when its figures count, once they have loaded. */
function Owner({ stats }: { stats: MakerStats | undefined }) {
	if (stats === undefined) return null
	const { name, makerId, sinceMs } = stats
	return (
		<>
			<strong translate="no">
				<bdi>{name}</bdi>
			</strong>
			{makerId !== name && (
				<code className="key-hint" translate="no">
					{makerId}
				</code>
			)}
			<span className="key-hint">Figures since {shortTime(sinceMs)}</span>
		</>
	)
}
