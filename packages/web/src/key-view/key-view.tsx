import type { Described } from '@accord/sdk'
import { type ReactNode, useEffect, useRef } from 'react'
import type { RemoteData } from '../session/remote-data.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { type KeySession, type KeySessions, useKeyAccess } from './key-sessions.ts'
import { SignIn, type SignInWords } from './sign-in.tsx'
import '../ui/table.css'
import './key-view.css'

/** A view that requires a key: its heading, its sessions and its texts. */
export type KeyDoor<Clients extends object> = {
	readonly heading: string
	readonly sessions: KeySessions<Clients>
	readonly words: SignInWords
	/** What went wrong with the key or its requests, and what to do. */
	readonly describe: (error: unknown) => Described
}

type KeyViewProps<Clients extends object> = {
	readonly door: KeyDoor<Clients>
	readonly children: (session: KeySession<Clients>) => ReactNode
}

/** Asks for the key, and then shows the view. */
export function KeyView<Clients extends object>({ door, children }: KeyViewProps<Clients>) {
	const { heading, sessions, words, describe } = door
	const { session, refusal } = useKeyAccess(sessions)
	const hadSession = useRef(false)
	useEffect(() => {
		hadSession.current = session !== undefined
	}, [session])
	if (session !== undefined) return children(session)
	const signIn = (text: string) => sessions.signIn(text)
	return <SignIn {...{ heading, words, refusal, signIn, describe }} takesFocus={hadSession.current} />
}

type KeyDashboardProps<Clients extends object> = {
	readonly door: KeyDoor<Clients>
	/** Whose key it is, next to the heading. */
	readonly owner?: ReactNode
	/** The data of all panels. */
	readonly data: Readonly<Record<string, RemoteData<unknown>>>
	readonly children: ReactNode
}

/** The content behind a key: a heading, a way to sign out, and the panels. */
export function KeyDashboard<Clients extends object>({ door, owner, data, children }: KeyDashboardProps<Clients>) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	const failed = Object.values(data).find(({ error }) => error !== undefined)
	return (
		<div className="key-view">
			<header className="key-head">
				<div className="key-owner">
					<h1 ref={heading} tabIndex={-1}>
						{door.heading}
					</h1>
					{owner}
				</div>
				<Button onClick={() => door.sessions.signOut()}>Sign out</Button>
			</header>
			{failed !== undefined && <Outdated problem={door.describe(failed.error)} />}
			<div className="key-panels">{children}</div>
		</div>
	)
}

/** Why some of the data shown is not being refreshed. */
function Outdated({ problem: { reason, advice } }: { problem: Described }) {
	return (
		<div role="status">
			<Notice kind="warn">
				What is shown may be out of date. {reason} {advice}
			</Notice>
		</div>
	)
}
