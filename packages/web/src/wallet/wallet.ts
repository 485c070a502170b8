import type { PageInfo } from '@accord/protocol'
import type { WalletSignature } from '@accord/sdk'

/** The user's wallet: it shows what it signs, and never reveals the key. */
export type Wallet = {
	/** Returns the signed partial transaction in hex. @throws PageError when the wallet does not sign */
	sign(order: OrderToSign, waiting?: Waiting): Promise<string>
	/** Proves that the user owns an account, by signing a challenge (ROLA). @throws PageError when the wallet does not sign */
	prove(proof: { readonly account: string; readonly challenge: string }): Promise<WalletSignature>
}

type OrderToSign = { readonly manifest: string; readonly expiresInSeconds: number }

/** How to follow a request to the wallet. */
export type Waiting = {
	/** Withdraws the request. */
	readonly signal?: AbortSignal
	/** Called when no wallet has received the request for a while, for example because it is closed. */
	readonly onUnheard?: () => void
}

export type WalletAccount = { readonly address: string; readonly name: string; readonly wallet: Wallet }

export type WalletListeners = {
	/** Called with the account that the user shares, and with undefined when the wallet disconnects. */
	readonly onAccount: (account: WalletAccount | undefined) => void
	/**
	 * Called with a message saying what a request to connect is waiting for, or why it failed; called with undefined when
	 * that is over.
	 */
	readonly onNews: (words: string | undefined) => void
}

/** Shown while a request has not reached any wallet. */
export const unheardWords =
	'Your wallet has not received the request yet. Open the Radix Wallet on your phone and unlock it.'

/** Whether wallets sign on this page. Otherwise play accounts do, on the local network. */
export function hasWallets({ dappDefinitionAddress }: PageInfo): boolean {
	return dappDefinitionAddress !== undefined
}

/** The toolkit's own button, once it is on the page. */
export function connectButton(): HTMLElement | null {
	return document.querySelector('radix-connect-button')
}

/**
 * Opens the menu of the toolkit's button, as a click on it does; if the toolkit is still loading, as soon as it has
 * loaded.
 */
export function openWalletMenu(): void {
	const open = () => {
		window.scrollTo({ top: 0 })
		connectButton()?.setAttribute('showPopoverMenu', 'true')
	}
	// Deferred, because the button closes its menu on any click elsewhere, and this is called during one.
	void customElements.whenDefined('radix-connect-button').then(() => setTimeout(open))
}
