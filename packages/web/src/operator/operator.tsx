import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import { KeysPanel, OperatorKeysPanel } from './keys-panel.tsx'
import { MakersPanel } from './makers-panel.tsx'
import { NodesPanel } from './nodes-panel.tsx'
import { describeOperatorError } from './operator-key.ts'
import { type OperatorSession, signOut, useOperatorAccess } from './operator-session.ts'
import { NewestPanel, PairsPanel } from './orders-panels.tsx'
import { SignIn } from './sign-in.tsx'
import { HealthPanel, QueuesPanel } from './status-panels.tsx'
import { useOperatorData } from './use-operator-data.ts'
import '../app/header.css'
import '../ui/table.css'
import '../order/state-badge.css'
import './operator.css'

/** The state of the service, for who enters an operator's key. It only reads. */
export function OperatorView() {
	const { session, refusal } = useOperatorAccess()
	const hadSession = useRef(false)
	useEffect(() => {
		hadSession.current = session !== undefined
	}, [session])
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
				{session === undefined ? (
					<SignIn refusal={refusal} takesFocus={hadSession.current} />
				) : (
					<Dashboard key={session.id} session={session} />
				)}
			</main>
		</>
	)
}

function Dashboard({ session }: { session: OperatorSession }) {
	const { overview, doctor, makers, operatorKeys } = useOperatorData(session)
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	const failed = [overview, doctor, makers, operatorKeys].find(({ error }) => error !== undefined)
	return (
		<div className="operator">
			<div className="operator-head">
				<h1 ref={heading} tabIndex={-1}>
					Operator
				</h1>
				<Button onClick={() => signOut()}>Sign out</Button>
			</div>
			<Outdated error={failed?.error} />
			<div className="operator-panels">
				<HealthPanel overview={overview} />
				<QueuesPanel overview={overview} />
				<div className="operator-wide">
					<DoctorPanel doctor={doctor} />
				</div>
				<NodesPanel overview={overview} />
				<div className="operator-wide">
					<MakersPanel makers={makers} />
				</div>
				<div className="operator-wide">
					<KeysPanel makers={makers} />
				</div>
				<div className="operator-wide">
					<OperatorKeysPanel keys={operatorKeys} />
				</div>
				<div className="operator-wide">
					<PairsPanel overview={overview} />
				</div>
				<div className="operator-wide">
					<NewestPanel overview={overview} />
				</div>
			</div>
		</div>
	)
}

/** Why something of what is shown is not refreshed at the moment. */
function Outdated({ error }: { error: unknown }) {
	if (error === undefined) return null
	const { reason, advice } = describeOperatorError(error)
	return (
		<div role="status">
			<Notice kind="warn">
				What is shown may be out of date. {reason} {advice}
			</Notice>
		</div>
	)
}
