import { createElement, useEffect, useState } from 'react'
import { shortId } from '../format/short-id.ts'
import { useSession } from '../session/session.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Failed } from '../ui/states.tsx'
import { useAccount } from './account.tsx'
import { PlayDialog } from './play-dialog.tsx'
import { connectWallet } from './wallet.ts'
import './account-button.css'

/** Shows the account in use, and opens what chooses another. */
export function AccountButton() {
	const { account } = useAccount()
	const [isOpen, setOpen] = useState(false)
	return (
		<>
			<button type="button" className="account-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
				<Icon name="person" />
				{account === undefined ? (
					<span>Account</span>
				) : (
					<span>
						<span className="account-button-name">{account.name}</span>
						<span className="account-button-address">{shortId(account.address, { head: 12, tail: 4 })}</span>
					</span>
				)}
			</button>
			{isOpen && <AccountDialog onClose={() => setOpen(false)} />}
		</>
	)
}

/** Chooses the account: a play account on the local network, a wallet's elsewhere. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
	const { page } = useSession()
	return page.isPlay ? <PlayDialog onClose={onClose} /> : <WalletDialog onClose={onClose} />
}

/** Connects a Radix wallet: its own button does the rest. */
function WalletDialog({ onClose }: { onClose: () => void }) {
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
