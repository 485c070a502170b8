import { useEffect, useState } from 'react'
import { shortId } from '../format/short-id.ts'
import { Icon } from './icon.tsx'
import './copyable.css'

type CopyableProps = { readonly text: string; readonly label: string; readonly shown?: string }

/** An id or address, shortened in the middle unless something else is `shown`; clicking copies the full text. */
export function Copyable({ text, label, shown = shortId(text) }: CopyableProps) {
	const [outcome, setOutcome] = useState<'copied' | 'failed'>()
	useEffect(() => {
		if (outcome === undefined) return
		const timer = setTimeout(() => setOutcome(undefined), 1_600)
		return () => clearTimeout(timer)
	}, [outcome])
	const copy = () =>
		navigator.clipboard.writeText(text).then(
			() => setOutcome('copied'),
			() => setOutcome('failed'),
		)
	return (
		<button type="button" className="copyable" title={text} onClick={() => void copy()}>
			<span className="visually-hidden">Copy {label}: </span>
			<code translate="no">{shown}</code>
			<span className="copyable-mark" aria-hidden="true">
				<Icon name={outcome === undefined ? 'copy' : outcome === 'copied' ? 'check' : 'cross'} size={14} />
			</span>
			<span className="visually-hidden" role="status">
				{outcome === undefined ? '' : outcome === 'copied' ? 'Copied' : 'Couldn’t copy'}
			</span>
		</button>
	)
}
