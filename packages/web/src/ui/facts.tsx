import type { ReactNode } from 'react'
import './facts.css'

/** Names and values, one per line. */
export function Facts({ children }: { children: ReactNode }) {
	return <dl className="facts">{children}</dl>
}

type FactProps = {
	readonly name: ReactNode
	readonly hint?: ReactNode
	readonly kind?: 'plain' | 'lead' | 'total'
	readonly children: ReactNode
}

/** A name and its value. `hint` is small print, a `lead` is emphasized, and a `total` also has a line above it. */
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
