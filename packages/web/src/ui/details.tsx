import type { ReactNode } from 'react'
import './details.css'

/** Content that is folded until the reader opens it. */
export function Details({ title, children }: { title: string; children: ReactNode }) {
	return (
		<details className="details">
			<summary>{title}</summary>
			<div className="details-body">{children}</div>
		</details>
	)
}
