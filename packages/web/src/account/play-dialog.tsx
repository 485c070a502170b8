import type { Curve } from '@accord/protocol'
import { describeError } from '@accord/sdk'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { useAccount } from './account.tsx'
import { freshKey, pastedKey, playFunds, playOwner, printedKey } from './play-account.ts'
import './play-dialog.css'

const fundedUsers = 20

/** Chooses an account of the local network: a funded one, a new one, or one with a pasted key. */
export function PlayDialog({ onClose }: { onClose: () => void }) {
	const { account } = useAccount()
	return (
		<Dialog title="Choose an account" onClose={onClose}>
			<Notice kind="warn">
				This is play money on your local network. The key stays in this browser tab and the page signs with it; with
				real money, only a wallet would. Never paste a key that controls anything of value.
			</Notice>
			{account !== undefined && <SignedIn onClose={onClose} />}
			<Funded onChosen={onClose} />
			<New onChosen={onClose} />
			<PastedKey onChosen={onClose} />
		</Dialog>
	)
}

function SignedIn({ onClose }: { onClose: () => void }) {
	const { account, balances, signOut } = useAccount()
	const { tokens } = useSession()
	const held = [...tokens.values()].flatMap(({ symbol, resourceAddress }) => {
		const amount = balances?.get(resourceAddress)
		return amount === undefined || amount === 0n ? [] : [{ symbol, amount }]
	})
	return (
		<Choice title={`Signed in as ${account?.name ?? ''}`}>
			{account !== undefined && <Copyable text={account.address} label="account address" />}
			<ul className="play-balances">
				{held.map(({ symbol, amount }) => (
					<li key={symbol}>
						<Amount amount={amount} symbol={symbol} format={{ places: 6 }} />
					</li>
				))}
			</ul>
			<Button
				onClick={() => {
					signOut()
					onClose()
				}}
			>
				Sign out
			</Button>
		</Choice>
	)
}

function Funded({ onChosen }: { onChosen: () => void }) {
	const { signInWithKey } = useAccount()
	const { isBusy, error, attempt } = useAttempt(onChosen)
	const [user, setUser] = useState(1)
	return (
		<Choice
			title="Demo account"
			text={
				<>
					One of the users that <code>npm start</code> lists. Each holds some of every token.
				</>
			}
		>
			<div className="play-row">
				<Select label="Demo account" value={user} onChange={event => setUser(Number(event.target.value))}>
					{Array.from({ length: fundedUsers }, (_, at) => at + 1).map(n => (
						<option key={n} value={n}>
							user-{n}
						</option>
					))}
				</Select>
				<Button kind="primary" isBusy={isBusy} onClick={() => attempt(() => signInWithKey(printedKey(user)))}>
					Use this account
				</Button>
			</div>
			{error !== undefined && <Notice kind="fail">{describeError(error).reason}</Notice>}
		</Choice>
	)
}

function New({ onChosen }: { onChosen: () => void }) {
	const { signInWithKey, gateway } = useAccount()
	const { page, tokens } = useSession()
	const { isBusy, error, attempt } = useAttempt(onChosen)
	const create = async () => {
		const owner = await playOwner(freshKey('my account'), page.networkId)
		await gateway.fund(owner.address, playFunds([...tokens.keys()]))
		await signInWithKey(owner)
	}
	return (
		<Choice title="New account" text="A new key, generated here, with play money from the local network's treasury.">
			<Button isBusy={isBusy} onClick={() => attempt(create)}>
				New funded account
			</Button>
			{error !== undefined && <Notice kind="fail">{describeError(error).reason}</Notice>}
		</Choice>
	)
}

function PastedKey({ onChosen }: { onChosen: () => void }) {
	const { signInWithKey } = useAccount()
	const [text, setText] = useState('')
	const [curve, setCurve] = useState<Curve>('Ed25519')
	const { isBusy, error, attempt } = useAttempt(onChosen)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		attempt(async () => signInWithKey(await pastedKey({ text, curve, name: 'pasted key' })))
	}
	return (
		<details className="play-more">
			<summary>Paste a private key</summary>
			<form className="play-form" onSubmit={submit}>
				<label className="play-label">
					Private key (64 hexadecimal digits)
					<input
						className="input play-key"
						type="password"
						autoComplete="off"
						spellCheck={false}
						value={text}
						onChange={event => setText(event.target.value)}
					/>
				</label>
				<div className="play-row">
					<Select label="Curve" value={curve} onChange={event => setCurve(event.target.value as Curve)}>
						<option>Ed25519</option>
						<option>Secp256k1</option>
					</Select>
					<Button type="submit" isBusy={isBusy}>
						Use this key
					</Button>
				</div>
				{error !== undefined && (
					<div role="alert">
						<Notice kind="fail">{describeError(error).reason}</Notice>
					</div>
				)}
			</form>
		</details>
	)
}

/** Runs an action that ends with an account being chosen, and shows its progress and its error. */
function useAttempt(onChosen: () => void) {
	const [isBusy, setBusy] = useState(false)
	const [error, setError] = useState<unknown>()
	const run = async (work: () => Promise<void>) => {
		setBusy(true)
		setError(undefined)
		try {
			await work()
			onChosen()
		} catch (failure) {
			setError(failure)
			setBusy(false)
		}
	}
	return { isBusy, error, attempt: (work: () => Promise<void>) => void run(work) }
}

function Choice({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
	return (
		<section className="play-choice">
			<h3>{title}</h3>
			{text !== undefined && <p>{text}</p>}
			{children}
		</section>
	)
}
