import { useEffect } from 'react'
import { KeyDashboard, type KeyDoor, KeyView } from '../key-view/key-view.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import { FindPanel } from './find-panel.tsx'
import { HistoryPanel, RefusalsPanel } from './history-panels.tsx'
import { KeysPanel, OperatorKeysPanel } from './keys-panel.tsx'
import { MakersPanel } from './makers-panel.tsx'
import { MoneyPanel } from './money-panel.tsx'
import { NodesPanel } from './nodes-panel.tsx'
import { describeOperatorError } from './operator-key.ts'
import { useOperatorRoute } from './operator-route.ts'
import { type OperatorClients, type OperatorSession, operatorSessions } from './operator-session.ts'
import { OrderTraceDialog } from './order-trace.tsx'
import { NewestPanel, PairsPanel } from './orders-panels.tsx'
import { HealthPanel, QueuesPanel } from './status-panels.tsx'
import { Summary } from './summary.tsx'
import { useOperatorData } from './use-operator-data.ts'
import '../app/header.css'
import '../order/state-badge.css'
import './operator.css'

const door: KeyDoor<OperatorClients> = {
	heading: 'Operator',
	sessions: operatorSessions,
	describe: describeOperatorError,
	words: {
		title: 'For operators',
		purpose:
			'Health, queues, a day of history, the doctor’s findings, makers and keys. This view is read-only: use the accord command to change anything.',
		label: 'Operator key',
		hint: 'A key with the role viewer is enough. It stays in this tab’s memory and is sent only to this address: reloading or leaving the page forgets it.',
	},
}

/** Shows the state of the service to anyone who enters an operator's key. The view is read-only. */
export function OperatorView() {
	useEffect(() => {
		document.title = 'Operator – Accord'
	}, [])
	return (
		<>
			<header className="header">
				<span className="header-brand">
					<img src="/favicon.svg" alt="" width="28" height="28" />
					Accord
				</span>
			</header>
			<main id="main" className="main" tabIndex={-1}>
				<KeyView door={door}>{session => <Dashboard key={session.id} session={session} />}</KeyView>
			</main>
		</>
	)
}

function Dashboard({ session }: { session: OperatorSession }) {
	const data = useOperatorData(session)
	const { overview, doctor, makers, history, operatorKeys } = data
	const route = useOperatorRoute()
	return (
		<KeyDashboard door={door} data={data}>
			<div className="key-wide">
				<Summary data={data} />
			</div>
			<div className="key-wide">
				<FindPanel session={session} route={route} />
			</div>
			<div className="key-stack">
				<DoctorPanel doctor={doctor} />
				<HealthPanel overview={overview} />
				<RefusalsPanel history={history} />
			</div>
			<div className="key-stack">
				<HistoryPanel history={history} />
				<QueuesPanel overview={overview} />
			</div>
			<div className="key-wide">
				<NewestPanel overview={overview} />
			</div>
			<MoneyPanel history={history} />
			<PairsPanel overview={overview} />
			<NodesPanel overview={overview} />
			<div className="key-wide">
				<MakersPanel makers={makers} history={history} />
			</div>
			<div className="key-wide">
				<KeysPanel makers={makers} />
			</div>
			<div className="key-wide">
				<OperatorKeysPanel keys={operatorKeys} />
			</div>
			{route.order !== undefined && <OrderTraceDialog key={route.order} session={session} subintentId={route.order} />}
		</KeyDashboard>
	)
}
