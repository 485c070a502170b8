import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { describeOperatorError } from './operator-key.ts'
import { signIn } from './operator-session.ts'
import '../ui/field.css'

/** Takes an operator's key; `refusal` is why the last one is not in use any more. */
export function SignIn({ refusal, takesFocus }: { refusal: unknown; takesFocus: boolean }) {
	const [isBusy, setBusy] = useState(false)
	const [error, setError] = useState(refusal)
	// React would copy the value of a controlled field into the document.
	const field = useRef<HTMLInputElement>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
	useEffect(() => {
		if (takesFocus) field.current?.focus()
	}, [])
	const submit = async (event: FormEvent) => {
		event.preventDefault()
		setBusy(true)
		setError(undefined)
		try {
			await signIn(field.current?.value ?? '')
		} catch (failure) {
			setError(failure)
			field.current?.focus()
		}
		setBusy(false)
	}
	return (
		<div className="operator-sign-in">
			<h1 className="visually-hidden">Operator</h1>
			<Panel title="For operators">
				<form className="operator-stack" onSubmit={event => void submit(event)}>
					<p>
						Health, queues, what the doctor finds, makers and keys. Nothing can be changed here: that takes the command.
					</p>
					<label className="operator-label">
						Operator key
						<input
							ref={field}
							className="input operator-key"
							type="password"
							// Password managers heed this, and not `off`: they offer no other site’s password.
							autoComplete="new-password"
							autoCapitalize="none"
							spellCheck={false}
						/>
					</label>
					{error !== undefined && <KeyProblem error={error} />}
					<div>
						<Button type="submit" kind="primary" isBusy={isBusy}>
							Sign in
						</Button>
					</div>
					<p className="operator-hint">
						A key of the role viewer is enough. It stays in this tab’s memory and is sent only to this address:
						reloading or leaving the page forgets it.
					</p>
				</form>
			</Panel>
		</div>
	)
}

function KeyProblem({ error }: { error: unknown }) {
	const { reason, advice } = describeOperatorError(error)
	return (
		<div role="alert">
			<Notice kind="fail">
				{reason} {advice}
			</Notice>
		</div>
	)
}
