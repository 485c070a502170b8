import type { BuildableSubintentRequest } from '@radixdlt/radix-dapp-toolkit'
import type { PageInfo } from '../session/market-info.ts'

/** A wallet of the user's: it shows what is to be signed, signs it, and keeps the key to itself. */
export type Wallet = {
	/** What it answers is the whole signed partial transaction in hex. Throws when the user declines. */
	sign(request: { manifest: string; expiresInSeconds: number }): Promise<string>
}

export type WalletAccount = { readonly address: string; readonly name: string; readonly wallet: Wallet }

type OnAccount = (account: WalletAccount | undefined) => void

let connecting: Promise<void> | undefined

/**
 * Connects the Radix wallet by its dApp toolkit, which is loaded only now and then stays. `onAccount` is told the account
 * that the user shares, and undefined when the wallet is disconnected. @throws Error when this page is no dApp that wallets know
 */
export function connectWallet(page: PageInfo, onAccount: OnAccount): Promise<void> {
	connecting ??= openToolkit(page, onAccount)
	return connecting
}

async function openToolkit(page: PageInfo, onAccount: OnAccount): Promise<void> {
	if (page.dappDefinitionAddress === undefined)
		throw new Error('This service names no dApp definition, without which wallets answer no page.')
	const { DataRequestBuilder, RadixDappToolkit, SubintentRequestBuilder } = await import('@radixdlt/radix-dapp-toolkit')
	const toolkit = RadixDappToolkit({
		dAppDefinitionAddress: page.dappDefinitionAddress,
		networkId: page.networkId,
		applicationName: 'Accord',
		// The only Gateway that the content security policy admits.
		gatewayBaseUrl: page.gatewayUrl,
	})
	const wallet: Wallet = {
		sign: async ({ manifest, expiresInSeconds }) => {
			const request = SubintentRequestBuilder().manifest(manifest).setExpiration('afterDelay', expiresInSeconds)
			const result = await toolkit.walletApi.sendPreAuthorizationRequest(request as BuildableSubintentRequest)
			if (result.isErr()) throw new Error(result.error.message ?? 'The wallet did not sign.')
			return result.value.signedPartialTransaction
		},
	}
	toolkit.walletApi.setRequestData(DataRequestBuilder.accounts().exactly(1))
	toolkit.walletApi.walletData$.subscribe(({ accounts }) => {
		const [account] = accounts
		onAccount(account === undefined ? undefined : { address: account.address, name: account.label, wallet })
	})
}
