import type { ReactNode } from 'react'
import { Panel } from '../ui/panel.tsx'
import './header.css'
import './splash.css'

/** The page before it knows its market: its name, and what it waits for. */
export function Splash({ title, children }: { title: string; children: ReactNode }) {
	return (
		<>
			<header className="header">
				<span className="header-brand">
					<img src="/favicon.svg" alt="" width="28" height="28" />
					Accord
				</span>
			</header>
			<main className="splash">
				<Panel title={title}>{children}</Panel>
			</main>
		</>
	)
}
