import { describeError } from '@accord/sdk'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import './states.css'

/** A placeholder while something loads; `lines` reserves the space for it. */
export function Loading({ what, lines = 4 }: { what: string; lines?: number }) {
	return (
		<div className="state" role="status">
			<span className="visually-hidden">Loading {what}…</span>
			<div className="state-bones" aria-hidden="true">
				{Array.from({ length: lines }, (_, line) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
					<span key={line} className="state-bone" />
				))}
			</div>
		</div>
	)
}

/** Shown in place of an empty list: what is missing and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
	return (
		<div className="state state-centred">
			<p className="state-title">{title}</p>
			{children !== undefined && <div className="state-text">{children}</div>}
		</div>
	)
}

/** Something failed: why, and what to do. */
export function Failed({ title, error, onRetry }: { title: string; error: unknown; onRetry?: () => void }) {
	const { reason, advice } = describeError(error)
	return (
		<div className="state state-centred state-failed" role="alert">
			<p className="state-title">{title}</p>
			<p className="state-text">{reason}</p>
			{advice !== undefined && <p className="state-text">{advice}</p>}
			{onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
		</div>
	)
}

/** A banner while the service does not respond. */
export function Offline() {
	return (
		<p className="state-offline" role="status">
			<span className="state-offline-dot" aria-hidden="true" />
			Connection lost. Reconnecting… Prices and balances may be out of date.
		</p>
	)
}
