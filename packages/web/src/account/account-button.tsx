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

/** Shows the account in use and opens the dialog to choose another. */
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

/** Chooses the account: a play account on the local network, one of a wallet elsewhere. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
	const { page } = useSession()
	return page.isPlay ? <PlayDialog onClose={onClose} /> : <WalletDialog onClose={onClose} />
}

/** Connects a Radix wallet with the wallet's own button. */
function WalletDialog({ onClose }: { onClose: () => void }) {
	const { page } = useSession()
	const { signInWithWallet, signOut } = useAccount()
	const [error, setError] = useState<unknown>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: the wallet is connected once per page load
	useEffect(() => {
		connectWallet(page, account => {
			if (account === undefined) signOut()
			else signInWithWallet({ kind: 'wallet', ...account })
		}).catch(setError)
	}, [page])
	return (
		<Dialog title="Connect your wallet" onClose={onClose}>
			<p>Your wallet shows what you sign and keeps your key. This page never sees it.</p>
			{error === undefined ? (
				createElement('radix-connect-button')
			) : (
				<Failed title="Couldn’t connect a wallet" error={error} />
			)}
		</Dialog>
	)
}
