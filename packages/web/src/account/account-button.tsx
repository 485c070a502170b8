import { useState } from 'react'
import { useSession } from '../session/session.tsx'
import { Icon } from '../ui/icon.tsx'
import { shortId } from '../ui/short-id.ts'
import { useAccount } from './account.tsx'
import { PlayDialog } from './play-dialog.tsx'
import { WalletDialog } from './wallet-dialog.tsx'
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
