import type { PageInfo } from '@accord/protocol'
import { useEffect, useState } from 'react'
import { hasWallets, type WalletAccount, type WalletListeners } from './wallet.ts'

/** The account that a wallet shares, and the state of connecting to one. */
export type WalletState = {
	readonly account: WalletAccount | undefined
	readonly news: string | undefined
	readonly dismissNews: () => void
}

/** The wallet's session, restored when the page is opened; nothing if no wallet can connect. */
export function useWallet(page: PageInfo): WalletState {
	const [account, setAccount] = useState<WalletAccount>()
	const [news, setNews] = useState<string>()
	useEffect(() => {
		if (!hasWallets(page)) return
		const onAccount = (shared: WalletAccount | undefined) =>
			setAccount(current => (isSame(current, shared) ? current : shared))
		connectWallet(page, { onAccount, onNews: setNews }).catch(() =>
			setNews('The wallet’s toolkit could not be loaded. Check that you are online, then reload the page.'),
		)
	}, [page])
	return { account, news, dismissNews: () => setNews(undefined) }
}

function isSame(one: WalletAccount | undefined, other: WalletAccount | undefined): boolean {
	return one?.address === other?.address && one?.name === other?.name
}

let connecting: Promise<void> | undefined

/** Loads the Radix dApp toolkit and restores its session, once. @throws Error when it cannot be loaded */
function connectWallet(page: PageInfo, listeners: WalletListeners): Promise<void> {
	connecting ??= import('./toolkit.ts').then(({ openToolkit }) => openToolkit(page, listeners))
	return connecting
}
