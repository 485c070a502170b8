import type { PageInfo } from '@accord/protocol'
import type { BuildableSubintentRequest } from '@radixdlt/radix-dapp-toolkit'

/** The user's wallet: it shows what is to be signed, signs it, and never reveals the key. */
export type Wallet = {
	/** Returns the signed partial transaction in hex. @throws Error when the user declines */
	sign(request: { manifest: string; expiresInSeconds: number }): Promise<string>
}

export type WalletAccount = { readonly address: string; readonly name: string; readonly wallet: Wallet }

type OnAccount = (account: WalletAccount | undefined) => void

let connecting: Promise<void> | undefined

/**
 * Connects the Radix wallet through its dApp toolkit, which is loaded on first use. `onAccount` is called with the account that
 * the user shares, and with undefined when the wallet disconnects. @throws Error when the service has no dApp definition
 */
export function connectWallet(page: PageInfo, onAccount: OnAccount): Promise<void> {
	connecting ??= openToolkit(page, onAccount)
	return connecting
}

async function openToolkit(page: PageInfo, onAccount: OnAccount): Promise<void> {
	if (page.dappDefinitionAddress === undefined)
		throw new Error('This service has no dApp definition, and wallets connect only to pages that have one.')
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
