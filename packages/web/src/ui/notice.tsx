import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './notice.css'

/** A sentence or two that must not be missed. */
export function Notice({ kind, children }: { kind: 'info' | 'warn' | 'fail'; children: ReactNode }) {
	return (
		<div className={`notice notice-${kind}`}>
			<span className="notice-mark">
				<Icon name={kind === 'info' ? 'info' : 'warn'} />
			</span>
			<div>{children}</div>
		</div>
	)
}
