import type { Described } from '@accord/sdk'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import '../ui/field.css'

/** The form's text before a key is entered. */
export type SignInWords = {
	readonly title: string
	readonly purpose: string
	readonly label: string
	readonly hint: string
}

type SignInProps = {
	readonly heading: string
	readonly words: SignInWords
	/** Why the last key is no longer in use. */
	readonly refusal: unknown
	readonly takesFocus: boolean
	readonly signIn: (text: string) => Promise<void>
	readonly describe: (error: unknown) => Described
}

/** Asks for the key that opens a view. */
export function SignIn({ heading, words, refusal, takesFocus, signIn, describe }: SignInProps) {
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
		<div className="key-sign-in">
			<h1 className="visually-hidden">{heading}</h1>
			<Panel title={words.title}>
				<form className="key-form" onSubmit={event => void submit(event)}>
					<p>{words.purpose}</p>
					<label className="key-label">
						{words.label}
						<input
							ref={field}
							className="input key-field"
							type="password"
							// Password managers respect this value, but not `off`: they do not offer another site’s password.
							autoComplete="new-password"
							autoCapitalize="none"
							spellCheck={false}
						/>
					</label>
					{error !== undefined && <KeyProblem problem={describe(error)} />}
					<Button type="submit" kind="primary" isBusy={isBusy}>
						Sign in
					</Button>
					<p className="key-hint">{words.hint}</p>
				</form>
			</Panel>
		</div>
	)
}

function KeyProblem({ problem: { reason, advice } }: { problem: Described }) {
	return (
		<div role="alert">
			<Notice kind="fail">
				{reason} {advice}
			</Notice>
		</div>
	)
}
