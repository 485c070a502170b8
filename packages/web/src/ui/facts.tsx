import type { ReactNode } from 'react'
import './facts.css'

/** Names and values, one a line. */
export function Facts({ children }: { children: ReactNode }) {
	return <dl className="facts">{children}</dl>
}

type FactProps = { name: ReactNode; hint?: ReactNode; kind?: 'plain' | 'total'; children: ReactNode }

/** One of them; `hint` says more in small print, a total stands below a line. */
export function Fact({ name, hint, kind = 'plain', children }: FactProps) {
	return (
		<div className={`fact fact-${kind}`}>
			<dt>
				{name}
				{hint !== undefined && <span className="fact-hint">{hint}</span>}
			</dt>
			<dd>{children}</dd>
		</div>
	)
}
