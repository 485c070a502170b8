import { accessRuleManifest, createSubintent, intentHeader, type KeyPair, signSubintent } from '@accord/ledger'
import {
	type Amount,
	composeLimitOrderManifest,
	Decimal,
	type Fee,
	type FeeRole,
	type LimitOrder,
	quoteFee,
} from '@accord/protocol'
import type { Participant } from './participant.ts'
import { type TestNetwork, testNetworkId } from './test-network.ts'

/** The terms of a limit order in a test: `{ sell: '100 XRD', buy: '4.9 xUSDC' }`. */
export type OrderText = { sell: string; buy: string }

/** A signed limit order and its inputs. */
export type SignedOrder = {
	signedPartialTransaction: string
	subintentHash: string
	subintentId: string
	limitOrder: LimitOrder
	fee: Fee
	expiresAtS: number
	manifest: string
}

export type SignOptions = {
	role?: FeeRole
	level?: number
	/** Seconds from the network's now; 45 by default. */
	expiresInS?: number
	fee?: Partial<Fee>
	/** Changes the manifest's text before it is compiled. */
	edit?: (manifest: string) => string
	/** Who signs, if not the account's owner. */
	keyPairs?: readonly KeyPair[]
}

export function limitOrder({ sell, buy }: OrderText): LimitOrder {
	return { sell: amount(sell), buy: amount(buy) }
}

/** `100 XRD`, parsed. */
export function amount(text: string): Amount {
	const [value = '', symbol = ''] = text.split(' ')
	return { symbol, amount: Decimal.parse(value) }
}

/** What a signer needs to know about the network. */
export type SigningNetwork = Pick<TestNetwork, 'feeInfo' | 'tokens'> & {
	readonly clock: Pick<TestNetwork['clock'], 'nowMs'>
	readonly ledger: { readonly ledger: { readonly info: { readonly epoch: number } } }
}

/** Composes and signs a limit order, as a user's wallet or a maker does. */
export function signLimitOrder(
	network: SigningNetwork,
	signer: Participant,
	order: LimitOrder,
	options: SignOptions = {},
): SignedOrder {
	const { clock, feeInfo, ledger } = network
	const { role = 'taker', level = 0, expiresInS = 45, edit = text => text, keyPairs = [signer.keyPair] } = options
	const quoted = quoteFee({
		feeInfo,
		level,
		role,
		sell: order.sell,
		divisibility: token(network, order.sell.symbol).divisibility,
	})
	const fee = { ...quoted, ...options.fee }
	const manifest = edit(
		composeLimitOrderManifest({
			account: signer.account,
			sell: { resource: token(network, order.sell.symbol).resourceAddress, amount: order.sell.amount },
			buy: { resource: token(network, order.buy.symbol).resourceAddress, amount: order.buy.amount },
			fee,
			verifyParentAccessRule: accessRuleManifest(feeInfo.verifyParentAccessRuleSborHex, testNetworkId),
		}),
	)
	const expiresAtS = Math.floor(clock.nowMs() / 1000) + expiresInS
	const { epoch } = ledger.ledger.info
	const window = { startEpoch: epoch, endEpoch: epoch + 2, maxTimestampS: expiresAtS }
	const subintent = createSubintent({ manifest, header: intentHeader({ networkId: testNetworkId, window }) })
	const signed = signSubintent({ subintent, keyPairs, networkId: testNetworkId })
	return { ...signed, limitOrder: order, fee, expiresAtS, manifest }
}

/** Signs a user's order and submits it. */
export async function placeOrder(
	network: TestNetwork,
	user: Participant | undefined,
	order: OrderText | LimitOrder,
	options: SignOptions = {},
): Promise<SignedOrder> {
	if (user === undefined) throw new Error('the network has no such user')
	const signed = signLimitOrder(network, user, isText(order) ? limitOrder(order) : order, options)
	await network.dex.submitOrder(signed.signedPartialTransaction)
	return signed
}

function isText(order: OrderText | LimitOrder): order is OrderText {
	return typeof order.sell === 'string'
}

function token({ tokens }: SigningNetwork, symbol: string) {
	const found = tokens.get(symbol)
	if (found === undefined) throw new Error(`no token ${symbol}`)
	return found
}
