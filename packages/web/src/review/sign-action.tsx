import { useEffect, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { useConnection } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { unheardWords } from '../wallet/wallet.ts'
import type { Signing } from './use-signing.ts'

type SignActionProps = {
	readonly signing: Signing
	/** The reason why the order may not be signed is shown elsewhere. */
	readonly isOff: boolean
	readonly kind: 'primary' | 'danger'
	/** Present while a worse price must be accepted first, so that no click signs a different price. */
	readonly acceptance: { readonly label: string; readonly accept: () => void } | undefined
}

/** The button that signs, after it has accepted what got worse; disabled without a connection. Slow steps can be cancelled. */
export function SignAction({ signing, isOff, kind, acceptance }: SignActionProps) {
	const { progress, sign, resend, cancel } = signing
	const { account } = useAccount()
	const isLost = useConnection() === 'reconnecting'
	const isLong = useIsLong(progress !== undefined)
	const isWallet = account?.kind === 'wallet'
	const isAcceptance = acceptance !== undefined && resend === undefined && progress === undefined
	const isFresh = useIsFresh(isAcceptance)
	const signs = isWallet ? 'Sign with your wallet' : 'Sign with demo account'
	const label = resend !== undefined ? 'Send again' : isAcceptance ? acceptance.label : signs
	const busy = { signing: isWallet ? 'Waiting for your wallet…' : 'Signing…', sending: 'Sending…' }
	return (
		<>
			<Button
				kind={kind}
				size="l"
				isBusy={progress !== undefined}
				disabled={isLost || (!isAcceptance && resend === undefined && (isOff || isFresh))}
				onClick={resend ?? (isAcceptance ? acceptance.accept : sign)}
			>
				{progress !== undefined ? busy[progress] : isLost ? 'Waiting for connection' : label}
			</Button>
			{isLong && <Button onClick={cancel}>{progress === 'sending' ? 'Stop waiting' : 'Cancel'}</Button>}
		</>
	)
}

/** What happened to the signature, as far as that is known. */
export function SigningNotes({ signing: { resend, isCancelled, isUnheard } }: { signing: Signing }) {
	const { account } = useAccount()
	return (
		<>
			{isUnheard && <Notice kind="warn">{unheardWords}</Notice>}
			{isCancelled && (
				<Notice kind="info">
					Cancelled before anything was sent: nothing can be traded.
					{account?.kind === 'wallet' && ' If your wallet still signs this order, the signature is discarded.'}
				</Notice>
			)}
			{resend !== undefined && (
				<Notice kind="warn">
					The order is signed, but the service did not respond, so it may have arrived. Sending it again is safe: it can
					execute only once. You can find it in your history.
				</Notice>
			)}
		</>
	)
}

/** The second click of a double click, or one meant for the label before, does not sign. */
const freshForMs = 500

/** Whether the button accepts, or did a moment ago. */
function useIsFresh(isAcceptance: boolean): boolean {
	const [isFresh, setFresh] = useState(isAcceptance)
	useEffect(() => {
		if (isAcceptance) return setFresh(true)
		const timer = setTimeout(() => setFresh(false), freshForMs)
		return () => clearTimeout(timer)
	}, [isAcceptance])
	return isFresh || isAcceptance
}

/** Most signatures take less time, and a button that disappears before it can be pressed only makes the page jump. */
const longAfterMs = 1_000

function useIsLong(isBusy: boolean): boolean {
	const [isLong, setLong] = useState(false)
	useEffect(() => {
		if (!isBusy) return
		const timer = setTimeout(() => setLong(true), longAfterMs)
		return () => {
			clearTimeout(timer)
			setLong(false)
		}
	}, [isBusy])
	return isLong
}
