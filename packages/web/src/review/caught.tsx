import { type CaughtError, ChangedError } from '../sign/caught-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Shown when the service proposed something that must not be signed: what it asked for, without any way to sign. */
export function Caught({ error, onAccept }: { error: CaughtError; onAccept?: () => void }) {
	return (
		<div className="review-caught" role="alert">
			<Notice kind="fail">
				<p>
					<strong>Stop: do not trade here.</strong> The service asked for a signature under something other than this
					page shows: {shortly(error.message)}.
				</p>
				<p>Nothing was signed and nothing was traded. Save what it sent, and tell its operator.</p>
			</Notice>
			<Button onClick={() => save(error.evidence)}>Save what it sent</Button>
			{error instanceof ChangedError && onAccept !== undefined && (
				<button type="button" className="text-button" onClick={onAccept}>
					I know why it has changed
				</button>
			)}
		</div>
	)
}

/** The saved file has the instructions themselves. */
function shortly(message: string): string {
	return message.split(': {')[0] ?? message
}

function save(evidence: string): void {
	const link = document.createElement('a')
	link.href = URL.createObjectURL(new Blob([evidence], { type: 'text/plain' }))
	link.download = 'not-signed.txt'
	link.click()
	URL.revokeObjectURL(link.href)
}
