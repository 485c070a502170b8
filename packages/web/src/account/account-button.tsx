import { useState } from 'react'
import { shortId } from '../format/short-id.ts'
import { useSession } from '../session/session.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useAccount } from './account.tsx'
import { PlayDialog } from './play-dialog.tsx'
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
						<bdi className="account-button-name">{account.name}</bdi>
						<span className="account-button-address">{shortId(account.address, { head: 12, tail: 4 })}</span>
					</span>
				)}
			</button>
			{isOpen && <AccountDialog onClose={() => setOpen(false)} />}
		</>
	)
}

/** Chooses the account: a play account on the local network; on other networks only wallets provide accounts. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
	const { page } = useSession()
	return page.isPlay ? <PlayDialog onClose={onClose} /> : <NoWalletDialog onClose={onClose} />
}

function NoWalletDialog({ onClose }: { onClose: () => void }) {
	return (
		<Dialog title="No wallet can connect" onClose={onClose}>
			<p>Wallets connect only to pages that have a dApp definition, and this service has none.</p>
		</Dialog>
	)
}
