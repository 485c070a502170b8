import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './notice.css'

/** A message that stands out. */
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
