import { Decimal } from '@accord/protocol'
import { compilePreview, intentHeader, type Markers, type PublicKey } from '../codec.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { minuteFrom, submitUntilDecided } from '../gateway/submit-until-decided.ts'
import { composeTransaction } from '../transaction/transaction.ts'
import type { AccountOwner } from '../transaction/transfer.ts'
import { createMarkersManifest, markerNames, setMarkerKeysManifest } from './marker-manifests.ts'

/** The most that one of these transactions may cost; about 1 XRD is spent. The payer's account must hold it. */
export const markerLockFeeXrd = Decimal.fromInteger(5)

type Keys = { readonly keys: readonly PublicKey[]; readonly networkId: number }

/**
 * Makes markers and a box for these keys, in one transaction, which `creator` signs and pays.
 * @throws GatewayError if the Gateway cannot be asked; Error with the reason if the ledger refuses the transaction
 */
export async function createMarkers(
	gateway: GatewayClient,
	{ creator, ...owners }: Keys & { readonly creator: AccountOwner },
): Promise<{ readonly markers: Markers; readonly transactionId: string }> {
	const manifest = createMarkersManifest({
		...owners,
		...paidBy(creator),
		creator: creator.keyPair,
		accountPackage: await gateway.accountPackage(),
	})
	const draft = { manifest, owner: creator, networkId: owners.networkId }
	const refusal = await refusalOf(gateway, draft)
	if (refusal !== undefined) throw new Error(`the markers cannot be created: ${refusal}`)
	const transactionId = await commit(gateway, draft)
	return { markers: await createdIn(gateway, { transactionId, creator }), transactionId }
}

/**
 * Gives markers and box to these keys instead of the present ones. The first of `signers` that the ledger accepts signs
 * and pays.
 * @throws GatewayError if the Gateway cannot be asked; Error with the reasons if the ledger refuses every signer
 */
export async function setMarkerKeys(
	gateway: GatewayClient,
	{ markers, signers, ...owners }: Keys & { readonly markers: Markers; readonly signers: readonly AccountOwner[] },
): Promise<{ readonly transactionId: string }> {
	const refusals: string[] = []
	for (const owner of signers) {
		const manifest = setMarkerKeysManifest({ ...owners, ...paidBy(owner), markers })
		const draft = { manifest, owner, networkId: owners.networkId }
		const refusal = await refusalOf(gateway, draft)
		if (refusal === undefined) return { transactionId: await commit(gateway, draft) }
		refusals.push(`by ${owner.account}: ${refusal}`)
	}
	throw new Error(`none of the keys can change the markers:\n  ${refusals.join('\n  ')}`)
}

function paidBy({ account }: AccountOwner) {
	return { payer: account, lockFeeXrd: markerLockFeeXrd }
}

/** The entities are told apart by what they are: the account, and the resources by their names. */
async function createdIn(
	gateway: GatewayClient,
	{ transactionId, creator }: { readonly transactionId: string; readonly creator: AccountOwner },
): Promise<Markers> {
	const { xrd } = await gateway.network()
	const entities = await gateway.entitiesOf(transactionId)
	const resources = entities.filter(address => address.startsWith('resource_') && address !== xrd)
	const tokens = await gateway.tokenInfo(resources)
	const named = (wanted: string) => tokens.find(({ name }) => name === wanted)?.resource
	const box = entities.find(address => address.startsWith('account_') && address !== creator.account)
	const [order, fill] = [named(markerNames.order), named(markerNames.fill)]
	if (box !== undefined && order !== undefined && fill !== undefined) return { box, order, fill }
	throw new Error(`the Gateway does not name what ${transactionId} created: look at it in an explorer`)
}

type Draft = { readonly manifest: string; readonly owner: AccountOwner; readonly networkId: number }

/** Why the ledger would refuse a draft, in the engine's words; undefined if it would not. */
async function refusalOf(gateway: GatewayClient, { manifest, owner, networkId }: Draft): Promise<string | undefined> {
	const { xrd } = await gateway.network()
	const { amount } = await gateway.balance(owner.account, xrd)
	if (Decimal.parse(amount) < markerLockFeeXrd)
		return `${owner.account} holds ${amount} XRD, and the transaction locks ${Decimal.format(markerLockFeeXrd)} XRD of it`
	const { curve, publicKey } = owner.keyPair
	const preview = compilePreview({
		manifest,
		header: intentHeader({ networkId, window: minuteFrom(await gateway.ledgerState()) }),
		children: [],
		signers: [{ curve, publicKey }],
	})
	const { status, errorMessage = status } = await gateway.preview(preview, {})
	return status === 'Succeeded' ? undefined : errorMessage
}

/** Longer than the transaction is valid, so that it is decided by then. */
const decisionWaitMs = 90_000

/** Submits a transaction until the ledger has decided on it. @throws Error if it was not committed successfully */
async function commit(gateway: GatewayClient, { manifest, owner, networkId }: Draft): Promise<string> {
	const window = minuteFrom(await gateway.ledgerState())
	const transaction = composeTransaction({ manifest, window, keyPair: owner.keyPair, networkId })
	const { transactionId } = transaction
	const decision = await submitUntilDecided(gateway, transaction, { waitMs: decisionWaitMs })
	if (decision.kind === 'committed') return transactionId
	if (decision.kind === 'failed') throw new Error(`${transactionId} was not committed: ${decision.reason}`)
	throw new Error(`the ledger has not decided on ${transactionId}: look at it in an explorer before you try again`)
}
