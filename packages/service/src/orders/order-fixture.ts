import {
	accountAddress,
	attachSignatures,
	createSubintent,
	deriveKeyPair,
	type Header,
	type KeyPair,
	type SignedPartialInfo,
	signatureAccessRule,
} from '@accord/ledger'
import { composeLimitOrderManifest, Decimal, type FeeInfo, type ResourceAmount } from '@accord/protocol'
import { readSignedPartial } from '../intents/read-intent.ts'
import type { ValidationRules } from '../intents/validate-order.ts'
import { createMarket } from '../market/market.ts'

/** Signed limit orders for the tests of their rules: real bytes, and no ledger. */
export const networkId = 242
export const nowMs = 1_700_000_000_500
export const nowS = 1_700_000_000

const key = (name: string, curve: KeyPair['curve'] = 'Ed25519') => deriveKeyPair({ seed: 'rules', name, curve })
const accountOfKey = ({ curve, publicKey }: KeyPair) => accountAddress({ curve, publicKey }, networkId)

export const userKey = key('user')
export const secondKey = key('second', 'Secp256k1')
export const serviceKey = key('service')
export const user = accountOfKey(userKey)
export const stranger = accountOfKey(secondKey)

export const resources = {
	XRD: 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3',
	xUSDC: 'resource_sim1t5qszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpfmhap8',
	xwBTC: 'resource_sim1t5pqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszjxtzc5',
	unlisted: 'resource_sim1t5psxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcr0nafs4',
} as const
export const component = 'component_sim1cqrswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8vappw7'

const token = (symbol: 'XRD' | 'xUSDC' | 'xwBTC', divisibility: number) => {
	return { symbol, resourceAddress: resources[symbol], divisibility, name: symbol, iconUrl: '' }
}

export const market = createMarket({
	networkId,
	xrdAddress: resources.XRD,
	tokens: [token('XRD', 18), token('xUSDC', 6), token('xwBTC', 8)],
	pairs: [
		{ base: 'XRD', quote: 'xUSDC' },
		{ base: 'xwBTC', quote: 'xUSDC' },
	],
})

const rule = signatureAccessRule({ curve: serviceKey.curve, publicKey: serviceKey.publicKey }, networkId)
export const strangersRule = signatureAccessRule({ curve: secondKey.curve, publicKey: secondKey.publicKey }, networkId)

const settlementFee = (symbol: string, solver: string, execution: string) => {
	return { symbol, solverAmount: Decimal.parse(solver), transactionExecutionAmount: Decimal.parse(execution) }
}

export const feeInfo: FeeInfo = {
	verifyParentAccessRuleSborHex: rule.sborHex,
	perTokenSettlementFee: [
		settlementFee('XRD', '0.25', '5'),
		settlementFee('xUSDC', '0.0125', '0.25'),
		settlementFee('xwBTC', '0.00000021', '0.00000417'),
	],
	perLevelPlatformFee: [
		{ takerFee: Decimal.parse('0.001'), makerFee: Decimal.zero },
		{ takerFee: Decimal.parse('0.0005'), makerFee: Decimal.parse('0.0005') },
	],
}

export const rules: ValidationRules = {
	market,
	feeInfo,
	ledgerState: { epoch: 10, proposerTimestampMs: nowMs },
	role: 'taker',
	level: 0,
	expiry: { minS: nowS + 15, maxS: nowS + 60 },
}

export const goodHeader: Header = {
	networkId,
	startEpoch: 10,
	endEpoch: 12,
	maxTimestampS: nowS + 45,
	intentDiscriminator: '7',
}

/** What an order is made of; what is left out is what a good one has. */
export type OrderParts = {
	account?: string
	sell?: ResourceAmount
	buy?: ResourceAmount
	platformFee?: string
	settlementFee?: string
	verifyParentAccessRule?: string
	/** The last word on the manifest's lines. */
	edit?: (lines: string[]) => readonly string[]
	header?: Header
	keyPairs?: readonly KeyPair[]
}

export const amountOf = (amount: string, symbol: keyof typeof resources): ResourceAmount => {
	return { resource: resources[symbol], amount: Decimal.parse(amount) }
}

/** The manifest of 100 XRD for 5 xUSDC, one instruction a line. */
export function orderLines(parts: OrderParts = {}): readonly string[] {
	const { edit = lines => lines } = parts
	const manifest = composeLimitOrderManifest({
		account: parts.account ?? user,
		sell: parts.sell ?? amountOf('100', 'XRD'),
		buy: parts.buy ?? amountOf('5', 'xUSDC'),
		fee: {
			platformAmount: Decimal.parse(parts.platformFee ?? '0.1'),
			settlementAmount: Decimal.parse(parts.settlementFee ?? '5.25'),
		},
		verifyParentAccessRule: parts.verifyParentAccessRule ?? rule.manifest,
	})
	return edit(manifest.split('\n'))
}

/** The bytes of a signed order. */
export function signedOrderHex(parts: OrderParts = {}): string {
	const { header = goodHeader, keyPairs = [userKey] } = parts
	const { subintent, subintentHash } = createSubintent({ manifest: orderLines(parts).join('\n'), header })
	const signatures = keyPairs.map(keyPair => keyPair.sign(subintentHash))
	return attachSignatures({ subintent, signatures, children: [], networkId: header.networkId }).signedPartialTransaction
}

/** A signed order as the service reads it. */
export function signedOrder(parts: OrderParts = {}): SignedPartialInfo {
	return readSignedPartial({ networkId }, signedOrderHex(parts))
}
