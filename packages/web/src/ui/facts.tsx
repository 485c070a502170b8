import type { ReactNode } from 'react'
import './facts.css'

/** Names and values, one a line. */
export function Facts({ children }: { children: ReactNode }) {
	return <dl className="facts">{children}</dl>
}

/** One of them; `hint` says more in small print. */
export function Fact({ name, hint, children }: { name: ReactNode; hint?: ReactNode; children: ReactNode }) {
	return (
		<div className="fact">
			<dt>
				{name}
				{hint !== undefined && <span className="fact-hint">{hint}</span>}
			</dt>
			<dd>{children}</dd>
		</div>
	)
}
