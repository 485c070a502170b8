import { describeError } from '@accord/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import './states.css'

type LoadingProps = {
	readonly what: string
	/** Reserves the space for the content. */
	readonly lines?: number
	/** What to say if loading takes long. */
	readonly slow?: string
}

/** A placeholder while something loads, and a message after three seconds without an answer. */
export function Loading({
	what,
	lines = 4,
	slow = `Still waiting for ${what}: there is no answer yet.`,
}: LoadingProps) {
	const isSlow = useIsSlow()
	return (
		<div className={isSlow ? 'state state-slow' : 'state'} role="status">
			{isSlow ? <p className="state-words">{slow}</p> : <span className="visually-hidden">Loading {what}…</span>}
			<div className="state-bones" aria-hidden="true">
				{Array.from({ length: lines }, (_, line) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
					<span key={line} className="state-bone" />
				))}
			</div>
		</div>
	)
}

const slowAfterMs = 3_000

function useIsSlow(): boolean {
	const [isSlow, setSlow] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setSlow(true), slowAfterMs)
		return () => clearTimeout(timer)
	}, [])
	return isSlow
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

/** An error message: why something failed, and what to do. */
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

/** A banner while the service does not respond; `since` is when it last did. */
export function Offline({ since }: { since?: string }) {
	return (
		<p className="state-offline" role="status">
			<span className="state-offline-dot" aria-hidden="true" />
			Connection lost{since !== undefined && `: nothing heard since ${since}`}. Reconnecting… Prices and balances may be
			out of date.
		</p>
	)
}
