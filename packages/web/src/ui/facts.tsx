import type { CSSProperties, ReactNode } from 'react'
import './facts.css'

/** Names and values, one per line. */
export function Facts({ children }: { children: ReactNode }) {
	return <dl className="facts">{children}</dl>
}

type FactProps = {
	readonly name: ReactNode
	readonly hint?: ReactNode
	readonly kind?: 'plain' | 'lead' | 'total'
	/** The value's share of a whole, from 0 to 1, drawn as a bar below it. */
	readonly share?: number
	readonly children: ReactNode
}

/** A name and its value. `hint` is small print, a `lead` is emphasized, and a `total` also has a line above it. */
export function Fact({ name, hint, kind = 'plain', share, children }: FactProps) {
	const bar = share === undefined ? {} : { style: { '--share': share } as CSSProperties }
	return (
		<div className={`fact fact-${kind}${share === undefined ? '' : ' fact-share'}`} {...bar}>
			<dt>
				{name}
				{hint !== undefined && <span className="fact-hint">{hint}</span>}
			</dt>
			<dd>{children}</dd>
		</div>
	)
}
