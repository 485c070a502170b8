import type { PageInfo } from '@accord/protocol'
import type { WalletSignature } from '@accord/sdk'
import {
	type BuildableSubintentRequest,
	DataRequestBuilder,
	EnvironmentModule,
	eventType,
	LocalStorageModule,
	messageLifeCycleEventType,
	OneTimeDataRequestBuilder,
	RadixDappToolkit,
	StateModule,
	SubintentRequestBuilder,
	type WalletData,
} from '@radixdlt/radix-dapp-toolkit'
import { subscribeTheme, themeInForce } from '../app/theme.ts'
import { PageError } from '../sign/page-error.ts'
import { awaitAnswer, type Following, Withdrawn } from './await-answer.ts'
import { fitMenu } from './narrow-menu.ts'
import { connectButton, unheardWords, type Waiting, type Wallet, type WalletListeners } from './wallet.ts'
import { type WalletTask, walletWords } from './wallet-words.ts'

type Toolkit = ReturnType<typeof RadixDappToolkit>
type State = ReturnType<typeof StateModule>

/** The toolkit's answers: values or errors, none of them thrown. */
type Result<T> = { readonly value: T } | { readonly error: unknown }

const valued = <T>(value: T) => ({ value })
const failed = (error: unknown) => ({ error })

/** Opens the toolkit, which renders its button on the page, restores the session and connects. */
export async function openToolkit(page: PageInfo, { onAccount, onNews }: WalletListeners): Promise<void> {
	const { dappDefinitionAddress = '', networkId, gatewayUrl } = page
	avoidWebFont()
	const environmentModule = EnvironmentModule()
	const storage = LocalStorageModule(`rdt:${dappDefinitionAddress}:${networkId}`, { providers: { environmentModule } })
	const state = StateModule({ providers: { storageModule: storage.getPartition('state') } })
	const toolkit = RadixDappToolkit({
		dAppDefinitionAddress: dappDefinitionAddress,
		networkId,
		applicationName: 'Accord',
		// The only Gateway that the content security policy allows.
		gatewayBaseUrl: gatewayUrl,
		// The toolkit knows only the explorers of the public networks.
		...(networkId > 2 ? { explorer: { baseUrl: '', transactionPath: '', subintentPath: '', accountsPath: '' } } : {}),
		providers: { environmentModule, storageModule: storage, stateModule: state },
	})
	followTheme(toolkit)
	const button = connectButton()
	if (button !== null) fitMenu(button)
	const proving = { isUnderWay: false }
	const wallet: Wallet = {
		sign: (order, waiting) => signOrder(toolkit, order, waiting),
		prove: proof => proveOwnership(toolkit, { ...proof, dappDefinitionAddress, state, proving }),
	}
	toolkit.walletApi.setRequestData(DataRequestBuilder.accounts().exactly(1))
	toolkit.walletApi.walletData$.subscribe(({ accounts }) => {
		if (proving.isUnderWay) return
		const [account] = accounts
		onAccount(account === undefined ? undefined : { address: account.address, name: account.label, wallet })
	})
	followConnecting(toolkit, onNews)
}

async function signOrder(toolkit: Toolkit, order: Parameters<Wallet['sign']>[0], waiting: Waiting = {}) {
	const { manifest, expiresInSeconds } = order
	const request = SubintentRequestBuilder().manifest(manifest).setExpiration('afterDelay', expiresInSeconds)
	const sent = toolkit.walletApi.sendPreAuthorizationRequest(request as BuildableSubintentRequest)
	const answer = sent.match<Result<{ signedPartialTransaction: string }>>(valued, failed)
	return (await answerOf(answer, 'sign', waiting)).signedPartialTransaction
}

type ProofRequest = Parameters<Wallet['prove']>[0] & {
	readonly dappDefinitionAddress: string
	readonly state: State
	readonly proving: { isUnderWay: boolean }
}

async function proveOwnership(
	toolkit: Toolkit,
	{ account, challenge, dappDefinitionAddress, state, proving }: ProofRequest,
): Promise<WalletSignature> {
	const session = (await state.getState()).unwrapOr(undefined)
	proving.isUnderWay = true
	try {
		toolkit.walletApi.provideChallengeGenerator(async () => challenge)
		const request = OneTimeDataRequestBuilder.proofOfOwnership().accounts([account])
		const answer = toolkit.walletApi.sendOneTimeRequest(request).match<Result<WalletData>>(valued, failed)
		const { proofs } = await answerOf(answer, 'cancel', {})
		const signed = proofs.find(({ address }) => address === account)
		if (signed === undefined) throw new PageError(walletWords('otherAccount', 'cancel'))
		return { ...signed.proof, rola: { dappDefinitionAddress, origin: window.location.origin } }
	} finally {
		// The toolkit takes the accounts in a proof's answer for all shared accounts, but there are none in it.
		if (session !== undefined) await state.setState(session)
		state.emitWalletData()
		proving.isUnderWay = false
	}
}

/** The answer to a request, or an error whose message says why there is none. */
async function answerOf<T>(answer: Promise<Result<T>>, task: WalletTask, waiting: Waiting): Promise<T> {
	const following: Following = { ...waiting, listen: receipts(), withdraw: withdrawPending }
	const result = await awaitAnswer(answer, following).catch(cause => {
		throw new PageError(walletWords(cause instanceof Withdrawn ? cause.code : 'unknown', task), { cause })
	})
	if ('value' in result) return result.value
	throw new PageError(walletWords(codeOf(result.error), task), { cause: result.error })
}

function codeOf(error: unknown): string {
	const { error: code } = (error ?? {}) as { error?: unknown }
	return typeof code === 'string' ? code : 'unknown'
}

/** Reports when a wallet receives a request. Only the browser extension says so; a wallet on the same phone does not. */
function receipts(): Following['listen'] {
	if (EnvironmentModule().isMobile()) return undefined
	return onReceived => {
		const listener = (event: Event) => {
			const { eventType: type } = (event as CustomEvent<{ eventType?: string }>).detail ?? {}
			if (type === messageLifeCycleEventType.receivedByWallet) onReceived()
		}
		window.addEventListener(eventType.incomingMessage, listener)
		return () => window.removeEventListener(eventType.incomingMessage, listener)
	}
}

/** Withdraws everything the wallet has not answered, as the button's menu does. */
function withdrawPending(): void {
	const button = connectButton() as (HTMLElement & { requestItems?: readonly RequestItem[] }) | null
	for (const { interactionId, status } of button?.requestItems ?? [])
		if (status === 'pending')
			button?.dispatchEvent(new CustomEvent('onCancelRequestItem', { detail: { id: interactionId } }))
}

type RequestItem = { readonly interactionId: string; readonly status: string }

/** Reports the progress of a request to connect, which the button sends. */
function followConnecting(toolkit: Toolkit, onNews: WalletListeners['onNews']): void {
	let answered: ((result: Result<unknown>) => void) | undefined
	toolkit.walletApi.provideConnectResponseCallback(result => answered?.(result.match<Result<unknown>>(valued, failed)))
	connectButton()?.addEventListener('onConnect', () => {
		const answer = new Promise<Result<unknown>>(resolve => {
			answered = resolve
		})
		onNews(undefined)
		answerOf(answer, 'connect', { onUnheard: () => onNews(unheardWords) }).then(
			() => onNews(undefined),
			(error: unknown) => onNews(error instanceof Error ? error.message : undefined),
		)
	})
}

/** The button is light or dark, like the page. */
function followTheme(toolkit: Toolkit): void {
	const apply = () => toolkit.buttonApi.setMode(themeInForce())
	subscribeTheme(apply)
	apply()
}

/** The button would load its font from another host, unless a link to it already exists. Without `rel` it loads nothing. */
function avoidWebFont(): void {
	const link = document.createElement('link')
	link.href = 'https://fonts.googleapis.com/css?family=IBM+Plex+Sans:400,600'
	document.head.append(link)
}
