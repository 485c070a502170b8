import { createElement, useEffect, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failed } from '../ui/states.tsx'
import { useAccount } from './account.tsx'
import { connectWallet } from './wallet.ts'

/** Connects a Radix wallet: its own button does the rest. */
export function WalletDialog({ onClose }: { onClose: () => void }) {
	const { page } = useSession()
	const { tradeWithWallet, leave } = useAccount()
	const [error, setError] = useState<unknown>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: the wallet is connected once for the page
	useEffect(() => {
		connectWallet(page, account => {
			if (account === undefined) leave()
			else tradeWithWallet({ kind: 'wallet', ...account })
		}).catch(setError)
	}, [page])
	return (
		<Dialog title="Connect your wallet" onClose={onClose}>
			<p>Your wallet shows what you sign and keeps the key. This page only proposes.</p>
			{error === undefined ? (
				createElement('radix-connect-button')
			) : (
				<Failed title="No wallet can be connected" error={error} />
			)}
		</Dialog>
	)
}
