import { useState } from 'react'
import { Button } from '../ui/button.tsx'

/** A block of text with a button that copies it. */
export function CopyBlock({ title, text }: { title: string; text: string }) {
	const [outcome, setOutcome] = useState<'Copied' | 'Couldn’t copy'>()
	const copy = () =>
		navigator.clipboard.writeText(text).then(
			() => setOutcome('Copied'),
			() => setOutcome('Couldn’t copy'),
		)
	return (
		<div className="copy-block">
			<p>{title}</p>
			<pre>{text}</pre>
			<Button kind="quiet" aria-label={`Copy: ${title}`} onClick={() => void copy()}>
				<span aria-live="polite">{outcome ?? 'Copy'}</span>
			</Button>
		</div>
	)
}
