import { createElement } from 'react'
import { useAccount } from '../account/account.tsx'
import { Icon } from '../ui/icon.tsx'
import './wallet-button.css'

/** The Radix dApp toolkit's button: it connects a wallet, and shows shared accounts and pending requests. */
export function WalletButton() {
	return <div className="wallet-button">{createElement('radix-connect-button')}</div>
}

/** The progress of connecting, if there is something to say. */
export function WalletNews() {
	const { walletNews, dismissWalletNews } = useAccount()
	return (
		<div role="status">
			{walletNews !== undefined && (
				<div className="wallet-news">
					<p>{walletNews}</p>
					<button type="button" className="icon-button" aria-label="Close" onClick={dismissWalletNews}>
						<Icon name="cross" />
					</button>
				</div>
			)}
		</div>
	)
}
