/** What a wallet was asked for. */
export type WalletTask = 'connect' | 'sign' | 'cancel'

/** Why a wallet did not fulfil a request, in words for its user. `code` is the toolkit's or the wallet's. */
export function walletWords(code: string, task: WalletTask): string {
	return `${reasons[code] ?? `Your wallet could not do this (${code}).`} ${consequences[task]}`
}

const consequences: Readonly<Record<WalletTask, string>> = {
	connect: 'You are not connected.',
	sign: 'Nothing was traded.',
	cancel: 'The order was not cancelled.',
}

/** The page's own codes: a wallet received the request but did not answer in time, or no wallet received it. */
export type SilenceCode = 'timeout' | 'closed'

const reasons: Readonly<Record<string, string>> = {
	timeout: 'Your wallet received the request but did not answer in time, so the request was withdrawn.',
	closed:
		'Your wallet did not receive the request, so it was withdrawn. Open the Radix Wallet, unlock it, then try again.',
	rejectedByUser: 'You declined in your wallet.',
	canceledByUser: 'You withdrew the request.',
	missingExtension:
		'The Radix Connector did not answer. Check that this browser extension is installed and on, then reload the page.',
	wrongNetwork: 'Your wallet is on another network. Switch its gateway in the wallet’s settings, then try again.',
	expiredSubintent: 'The time to sign ran out. Get a new quote and sign again.',
	unknownWebsite: 'Your wallet does not recognise this website as part of this dApp.',
	radixJsonNotFound: 'Your wallet could not verify this website.',
	unknownDappDefinitionAddress: 'Your wallet does not know this page’s dApp definition.',
	invalidPersona: 'Your wallet no longer has the persona that you connected with. Log out and connect again.',
	otherAccount: 'Your wallet signed for another account.',
}
