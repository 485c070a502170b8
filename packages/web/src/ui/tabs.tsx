import { type KeyboardEvent, type ReactNode, useId } from 'react'
import './frame.css'
import './tabs.css'

/** One of several parts of which one is shown. */
export type Tab = { readonly id: string; readonly title: string; readonly content: ReactNode }

type TabsProps = {
	/** What the tabs are about, for screen readers. */
	readonly name: string
	readonly tabs: readonly Tab[]
	readonly chosen: string
	readonly choose: (id: string) => void
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** The titles, reached by one Tab key and changed with the arrows, above the chosen part. */
export function Tabs({ name, tabs, chosen, choose }: TabsProps) {
	const id = useId()
	const at = Math.max(
		0,
		tabs.findIndex(tab => tab.id === chosen),
	)
	const shown = tabs[at]
	const move = (event: KeyboardEvent<HTMLDivElement>) => {
		const step = steps[event.key]
		if (step === undefined) return
		const next = tabs[(at + step + tabs.length) % tabs.length]
		if (next === undefined) return
		event.preventDefault()
		choose(next.id)
		document.getElementById(`${id}-${next.id}`)?.focus()
	}
	return (
		<section className="frame tabs" aria-label={name}>
			<div className="tabs-list" role="tablist" aria-label={name} onKeyDown={move}>
				{tabs.map(tab => (
					<button
						key={tab.id}
						id={`${id}-${tab.id}`}
						type="button"
						role="tab"
						className="tab"
						aria-selected={tab === shown}
						aria-controls={`${id}-panel`}
						tabIndex={tab === shown ? 0 : -1}
						onClick={() => choose(tab.id)}
					>
						{tab.title}
					</button>
				))}
			</div>
			<div
				key={shown?.id}
				id={`${id}-panel`}
				role="tabpanel"
				className="tabs-panel"
				aria-labelledby={`${id}-${shown?.id}`}
			>
				{shown?.content}
			</div>
		</section>
	)
}
