import { createSubintent, intentHeader, signSubintent } from '@accord/ledger'
import { blake2b } from '@noble/hashes/blake2.js'
import type { Page } from 'playwright-core'
import type { Participant } from '../network/participant.ts'
import { type TestNetwork, testNetworkId } from '../network/test-network.ts'

/**
 * What the wallet's user does: signs everything, declines, does not answer, or has the wallet closed, so that it does not
 * even receive the request. With an absent connector the browser has no extension.
 */
export type WalletMood = 'signs' | 'declines' | 'ignores' | 'closed' | 'absent'

type Interaction = {
	readonly interactionId: string
	readonly metadata: { readonly origin: string; readonly dAppDefinitionAddress: string; readonly networkId: number }
	readonly items: Items
}

type Items =
	| { readonly discriminator: 'authorizedRequest'; readonly auth: Auth; readonly proofOfOwnership?: Proof }
	| { readonly discriminator: 'preAuthorizationRequest'; readonly request: PreAuthorization }
	| { readonly discriminator: 'cancelRequest' }

type Auth = { readonly discriminator: 'loginWithoutChallenge' | 'usePersona' }
type Proof = { readonly challenge: string; readonly accountAddresses: readonly string[] }
type PreAuthorization = {
	readonly subintentManifest: string
	readonly expiration: { readonly discriminator: string; readonly expireAfterSeconds: number }
}

const persona = { identityAddress: 'identity_sim1', label: 'Ada' }

/**
 * A Radix wallet behind the connector extension: it answers the events that the extension receives from pages, and signs
 * with the user's real key.
 */
export class Connector {
	mood: WalletMood
	/** The requests it received, in order. */
	readonly asked: string[] = []
	readonly #network: TestNetwork
	readonly #user: Participant

	constructor(network: TestNetwork, user: Participant, mood: WalletMood = 'signs') {
		this.#network = network
		this.#user = user
		this.mood = mood
	}

	/** Installs the extension in a page that has not loaded yet. */
	async install(page: Page): Promise<void> {
		await page.exposeFunction('askWallet', (interaction: Interaction) => this.#answer(interaction))
		await page.exposeFunction('walletMood', () => this.mood)
		await page.addInitScript(extension)
	}

	#answer({ interactionId, items, metadata }: Interaction): object | undefined {
		this.asked.push(items.discriminator)
		if (this.mood === 'declines') return { discriminator: 'failure', interactionId, error: 'rejectedByUser' }
		if (this.mood !== 'signs') return undefined
		if (items.discriminator === 'cancelRequest') return undefined
		const answered =
			items.discriminator === 'authorizedRequest' ? this.#share(items, metadata) : this.#sign(items.request)
		return { discriminator: 'success', interactionId, items: answered }
	}

	#share(
		{ discriminator, auth, proofOfOwnership }: Items & { discriminator: 'authorizedRequest' },
		metadata: Interaction['metadata'],
	) {
		const shared = { discriminator, auth: { discriminator: auth.discriminator, persona } }
		const { account, keyPair } = this.#user
		if (proofOfOwnership === undefined)
			return { ...shared, ongoingAccounts: { accounts: [{ address: account, label: 'My money', appearanceId: 0 }] } }
		const { challenge } = proofOfOwnership
		const dapp = Buffer.from(metadata.dAppDefinitionAddress)
		const parts = [
			Buffer.from('R'),
			Buffer.from(challenge, 'hex'),
			Buffer.of(dapp.length),
			dapp,
			Buffer.from(metadata.origin),
		]
		const hash = Buffer.from(blake2b(Buffer.concat(parts), { dkLen: 32 })).toString('hex')
		const { publicKey, curve } = keyPair
		const proof = {
			publicKey,
			signature: keyPair.sign(hash).signature,
			curve: curve === 'Ed25519' ? 'curve25519' : 'secp256k1',
		}
		return { ...shared, proofOfOwnership: { challenge, proofs: [{ accountAddress: account, proof }] } }
	}

	#sign({ subintentManifest: manifest, expiration }: PreAuthorization) {
		const { clock, ledger } = this.#network
		const expirationTimestamp = Math.floor(clock.nowMs() / 1000) + expiration.expireAfterSeconds
		const { epoch } = ledger.ledger.info
		const window = { startEpoch: epoch, endEpoch: epoch + 2, maxTimestampS: expirationTimestamp }
		const subintent = createSubintent({ manifest, header: intentHeader({ networkId: testNetworkId, window }) })
		const { signedPartialTransaction, subintentId } = signSubintent({
			subintent,
			keyPairs: [this.#user.keyPair],
			networkId: testNetworkId,
		})
		const response = { signedPartialTransaction, expirationTimestamp, subintentHash: subintentId }
		return { discriminator: 'preAuthorizationResponse', response }
	}
}

/** Runs in the page, as the extension's content script does: https://github.com/radixdlt/connector-extension */
function extension(): void {
	type Message = Interaction & { readonly discriminator?: string }
	type Bridge = {
		askWallet(interaction: Interaction): Promise<object | undefined>
		walletMood(): Promise<WalletMood>
	}
	const window = globalThis as unknown as EventTarget & Bridge
	const receive = (detail: object) => window.dispatchEvent(new CustomEvent('radix#chromeExtension#receive', { detail }))
	const handle = async (message: Message) => {
		const { interactionId } = message
		const mood = await window.walletMood()
		if (mood === 'absent') return
		if (message.discriminator === 'extensionStatus') {
			receive({ eventType: 'extensionStatus', interactionId, isExtensionAvailable: true, isWalletLinked: true })
			return
		}
		if (message.items.discriminator === 'cancelRequest') {
			await window.askWallet(message)
			receive({ eventType: 'requestCancelSuccess', interactionId })
			return
		}
		receive({ eventType: 'receivedByExtension', interactionId })
		if (mood !== 'closed') receive({ eventType: 'receivedByWallet', interactionId })
		const answer = await window.askWallet(message)
		if (answer !== undefined) receive(answer)
	}
	window.addEventListener(
		'radix#chromeExtension#send',
		(event: Event) => void handle((event as CustomEvent<Message>).detail),
	)
}
