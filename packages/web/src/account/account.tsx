import type { Decimal } from '@accord/protocol'
import { skipToken, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { tabStorage } from '../session/browser-storage.ts'
import { Gateway } from '../session/gateway.ts'
import { type RemoteData, useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { useWallet } from '../wallet/use-wallet.ts'
import { hasWallets, type WalletAccount } from '../wallet/wallet.ts'
import {
	type PlayAccount,
	type PlayKey,
	type PlayOwner,
	playAccount as playAccountOf,
	playOwner,
} from './play-account.ts'
import { readKey, writeKey } from './saved-key.ts'

/** The account that trades: one whose play key the page holds, or one of a connected wallet. */
export type ActiveAccount =
	| { readonly kind: 'play'; readonly address: string; readonly name: string; readonly play: PlayAccount }
	| (WalletAccount & { readonly kind: 'wallet' })

/** The account in use, its balances, and how to change accounts. */
export type AccountState = {
	readonly account: ActiveAccount | undefined
	/** Balances by resource address; undefined until they have loaded. */
	readonly balances: ReadonlyMap<string, Decimal> | undefined
	readonly balancesError: unknown
	readonly level: number
	readonly gateway: Gateway
	/** @throws Error if the key's account cannot be computed, because the codec cannot be fetched */
	signInWithKey(key: PlayKey): Promise<void>
	signOut(): void
	/** What a request to connect a wallet is waiting for, or why it failed. */
	readonly walletNews: string | undefined
	dismissWalletNews(): void
	/** Reads the balances again, for instance after a trade. */
	refresh(): void
}

const AccountContext = createContext<AccountState | undefined>(undefined)

/** The current account. Only inside {@link AccountProvider}. */
export function useAccount(): AccountState {
	const state = useContext(AccountContext)
	if (state === undefined) throw new Error('useAccount outside of AccountProvider')
	return state
}

/** This tab's account. A play key disappears with the tab; a wallet's key never reaches the page. */
export function AccountProvider({ children }: { children: ReactNode }) {
	const { page } = useSession()
	const gateway = useMemo(() => new Gateway(page.gatewayUrl), [page.gatewayUrl])
	const [playAccount, setPlayAccount] = useState(() =>
		page.isPlay && !hasWallets(page) ? playOf(readKey(tabStorage)) : undefined,
	)
	const wallet = useWallet(page)
	const account = useMemo<ActiveAccount | undefined>(
		() => (wallet.account === undefined ? playAccount : { kind: 'wallet', ...wallet.account }),
		[wallet.account, playAccount],
	)
	const { data: balances, error: balancesError } = useBalances(gateway, account?.address)
	const client = useQueryClient()
	const refresh = useCallback(() => void client.invalidateQueries({ queryKey: [balancesKey] }), [client])
	const level = useLevel(account?.address)
	const state: AccountState = {
		account,
		balances,
		balancesError,
		level,
		gateway,
		signInWithKey: async key => {
			const owner = await playOwner(key, page.networkId)
			writeKey(tabStorage, owner)
			setPlayAccount(playOf(owner))
		},
		signOut: () => {
			writeKey(tabStorage, undefined)
			setPlayAccount(undefined)
		},
		walletNews: wallet.news,
		dismissWalletNews: wallet.dismissNews,
		refresh,
	}
	return <AccountContext value={state}>{children}</AccountContext>
}

function playOf(owner: PlayOwner | undefined): ActiveAccount | undefined {
	if (owner === undefined) return undefined
	const play = playAccountOf(owner)
	return { kind: 'play', address: play.address, name: play.name, play }
}

const balancesKey = 'balances'
const everyMs = 10_000

function useBalances(gateway: Gateway, address: string | undefined): RemoteData<ReadonlyMap<string, Decimal>> {
	return useRemoteData({
		queryKey: [balancesKey, address],
		queryFn: address === undefined ? skipToken : () => gateway.balances(address),
		refetchInterval: everyMs,
	})
}

/** The level only serves to estimate the fee: the quote that is signed comes from the service, with the right level. */
function useLevel(address: string | undefined): number {
	const { dex } = useSession()
	const { data = 0 } = useRemoteData({
		queryKey: ['level', address],
		queryFn: address === undefined ? skipToken : () => dex.accountLevel(address),
		staleTime: Number.POSITIVE_INFINITY,
	})
	return data
}
