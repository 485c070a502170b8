import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { describeMakerError } from './maker-key.ts'
import { signIn } from './maker-session.ts'
import '../ui/field.css'

/** Takes a maker's API key; `refusal` is why the last one is not in use any more. */
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
		<div className="maker-sign-in">
			<h1 className="visually-hidden">Maker</h1>
			<Panel title="For makers">
				<form className="maker-form" onSubmit={event => void submit(event)}>
					<p>
						See whether your books count, what you are asked to fill, how you answer, and what you owe. Enter the API
						key that the operator of this service gave you.
					</p>
					<label className="maker-label">
						API key
						<input
							ref={field}
							className="input maker-key"
							type="password"
							// Password managers heed this, and not `off`: they offer no other site’s password.
							autoComplete="new-password"
							autoCapitalize="none"
							spellCheck={false}
						/>
					</label>
					{error !== undefined && <KeyProblem error={error} />}
					<Button type="submit" kind="primary" isBusy={isBusy}>
						Sign in
					</Button>
					<p className="maker-hint">
						The key stays in this tab’s memory and is sent only to this service. It is not stored: reloading or leaving
						the page forgets it.
					</p>
				</form>
			</Panel>
		</div>
	)
}

function KeyProblem({ error }: { error: unknown }) {
	const { reason, advice } = describeMakerError(error)
	return (
		<div role="alert">
			<Notice kind="fail">
				{reason} {advice}
			</Notice>
		</div>
	)
}
