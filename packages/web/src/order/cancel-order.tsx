import type { OrderStatus } from '@accord/protocol'
import { describeError } from '@accord/sdk'
import { useEffect, useState } from 'react'
import { useAccount } from '../account/account.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/**
 * Cancels an unpublished order of the current account: a play key signs, or the wallet proves that it owns the account.
 */
export function CancelOrder({ status }: { status: OrderStatus }) {
	const { dex } = useSession()
	const { account } = useAccount()
	const [isBusy, setBusy] = useState(false)
	const [error, setError] = useState<unknown>()
	const isEarly = status.state === 'awaiting_fills' || status.state === 'filled'
	const isSlow = useIsPast(status.createdAtMs + shownAfterMs)
	if (!isEarly || !isSlow || account === undefined || account.address !== status.account) return null
	const cancel = async () => {
		setBusy(true)
		setError(undefined)
		try {
			await dex.cancelOrder(status.subintentId, ({ hash }) =>
				account.kind === 'play'
					? account.play.sign(hash)
					: account.wallet.prove({ account: account.address, challenge: hash }),
			)
		} catch (failure) {
			setError(failure)
			setBusy(false)
		}
	}
	return (
		<>
			<Button isBusy={isBusy} onClick={() => void cancel()}>
				{isBusy && account.kind === 'wallet' ? 'Waiting for your wallet…' : 'Cancel order'}
			</Button>
			{error !== undefined && (
				<div role="alert">
					<Notice kind="fail">{describeError(error).reason}</Notice>
				</div>
			)}
		</>
	)
}

/** Most orders are published sooner, and a button that disappears before it can be pressed only makes the page jump. */
const shownAfterMs = 1_000

function useIsPast(atMs: number): boolean {
	const [isPast, setPast] = useState(() => Date.now() >= atMs)
	useEffect(() => {
		const timer = setTimeout(() => setPast(true), Math.max(0, atMs - Date.now()))
		return () => clearTimeout(timer)
	}, [atMs])
	return isPast
}
