import { type ReactNode, useId } from 'react'
import './panel.css'

/** A titled part of a view, with `actions` to the right of its title. */
export function Panel({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
	const id = useId()
	return (
		<section className="panel" aria-labelledby={id}>
			<div className="panel-head">
				<h2 id={id}>{title}</h2>
				{actions}
			</div>
			{children}
		</section>
	)
}
