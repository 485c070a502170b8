import {
	accountAddress,
	attachSignatures,
	composeTransaction,
	createSubintent,
	derivePrivateKey,
	type Header,
	type KeyPair,
	outerManifest,
	readItem,
	rootManifest,
	signSubintent,
} from '@accord/ledger'
import { Decimal, FeeInfo } from '@accord/protocol'
import { feeInfo, market, rules } from '../packages/service/src/testing/order-fixture.ts'
import {
	goodHeader,
	goodParts,
	networkId,
	type OrderParts,
	orderLines,
	resources,
	secondKey,
	serviceKey,
	serviceRule,
	userKey,
} from '../test/fixtures/limit-order.ts'
import type { GeneratedFile } from './generated-files.ts'
import { vectorsDescription } from './vectors/description.ts'
import { acceptedCases, refusedCases, type VectorCase } from './vectors/order-vectors.ts'

/** docs/vectors.json: orders and fills at every stage from their manifest to the signed bytes, and their verdicts. */
export function generateVectors(): GeneratedFile {
	const vectors = [...acceptedCases, ...refusedCases].map(vectorOf)
	const document = { ...vectorsDescription, context: context(), accounts: accounts(), vectors, ...settlement() }
	const text = JSON.stringify(document, undefined, '\t')
	return { path: 'docs/vectors.json', text: `${text}\n` }
}

/** Mainnet, stokenet, and the simulator. */
const networks = [1, 2, networkId]

const keyNames = new Map([
	[userKey, 'user'],
	[secondKey, 'second'],
	[serviceKey, 'service'],
])

function keyOf(keyPair: KeyPair) {
	const { curve, publicKey } = keyPair
	const { privateKeyHex } = derivePrivateKey({ seed: 'rules', name: keyNames.get(keyPair) ?? '', curve })
	return { curve, privateKey: privateKeyHex, publicKey, account: accountAddress({ curve, publicKey }, networkId) }
}

/**
 * Everything on which the verdicts depend: the answers of GET /network/status, /trade/tokens, /trade/token_pairs and
 * /trade/info.
 */
function context() {
	const { ledgerState, expiry } = rules
	return {
		network_id: networkId,
		cur_epoch: ledgerState.epoch,
		ledger_timestamp: Math.floor(ledgerState.proposerTimestampMs / 1000),
		received_at: expiry.minS - 15,
		account_level: rules.level,
		tokens: market.tokens.map(({ resourceAddress, symbol, divisibility }) => ({
			resource_address: resourceAddress,
			symbol,
			divisibility,
		})),
		token_pairs: market.pairs,
		info: FeeInfo.format(feeInfo),
		verify_parent_access_rule_manifest: serviceRule.manifest,
	}
}

/** The accounts of two keys, one of either curve, on every network. */
function accounts() {
	return [userKey, secondKey].map(({ curve, publicKey }) => ({
		curve,
		publicKey,
		accounts: Object.fromEntries(networks.map(id => [id, accountAddress({ curve, publicKey }, id)])),
	}))
}

function vectorOf({ label, role, parts, message, alter = hex => hex, refused }: VectorCase) {
	const { header = goodHeader, keyPairs = [userKey] } = parts
	const manifest = orderLines(parts).join('\n')
	const compiled = createSubintent({ manifest, header, message })
	const signatures = keyPairs.map(keyPair => keyPair.sign(compiled.subintentHash))
	const signed = attachSignatures({ subintent: compiled.subintent, signatures, children: [], networkId })
	return {
		label,
		role,
		keys: keyPairs.map(keyOf),
		header: headerOf(header),
		...(message === undefined ? {} : { message }),
		manifest,
		...valuesOf(parts),
		subintent: compiled.subintent,
		subintent_hash: compiled.subintentHash,
		subintent_id: compiled.subintentId,
		signed_partial_transaction: alter(signed.signedPartialTransaction),
		...(refused === undefined ? { accepted: true } : { accepted: false, ...refused }),
	}
}

/** What stands in the bytes of the ten instructions of docs/by-hand.md; nothing if there are others. */
function valuesOf({ edit, verifyParentAccessRule, ...parts }: OrderParts) {
	if (edit !== undefined || verifyParentAccessRule !== undefined) return {}
	const { account, sell, buy, platformFee, settlementFee } = { ...goodParts, ...parts }
	const withdrawn = Decimal.sum([sell.amount, Decimal.parse(platformFee), Decimal.parse(settlementFee)])
	return {
		values: {
			...{ account, sold: sell.resource, bought: buy.resource, withdrawn: Decimal.format(withdrawn) },
			...{ sell: Decimal.format(sell.amount), buy: Decimal.format(buy.amount) },
			...{ platform: platformFee, settlement: settlementFee },
		},
	}
}

function headerOf(header: Header) {
	return {
		network_id: header.networkId,
		start_epoch_inclusive: header.startEpoch,
		end_epoch_exclusive: header.endEpoch,
		min_proposer_timestamp_inclusive: header.minTimestampS ?? null,
		max_proposer_timestamp_exclusive: header.maxTimestampS ?? null,
		intent_discriminator: header.intentDiscriminator,
	}
}

/** The first order and its fill, each in the service's outer, and a solver's transaction over both. */
function settlement() {
	const isWrapped = ({ label }: VectorCase) => [/^100 XRD/, /^the fill/].some(pattern => pattern.test(label))
	const outers = acceptedCases.filter(isWrapped).map(outerOf)
	const items = outers.map(outer => readItem(outer.signed_partial_transaction, networkId))
	const solver = keyOf(secondKey)
	const lockFeeXrd = Decimal.parse('5')
	const root = composeTransaction({
		manifest: rootManifest({ items, solverAccount: solver.account, lockFeeXrd }),
		window: goodHeader,
		keyPair: secondKey,
		networkId,
		children: outers.map(outer => outer.signed_partial_transaction),
		discriminator: '9',
	})
	const manifest = rootManifest({ items, solverAccount: solver.account, lockFeeXrd })
	const header = headerOf({ ...goodHeader, intentDiscriminator: '9' })
	return {
		outers,
		root: {
			label: 'the root: each outer is yielded to twice',
			key: solver,
			header,
			manifest,
			notarized_transaction: root.notarizedTransaction,
			transaction_id: root.transactionId,
		},
	}
}

function outerOf(one: VectorCase) {
	const { label, subintent_id, signed_partial_transaction } = vectorOf(one)
	const isOrder = one.role === 'order'
	const manifest = outerManifest({
		innerId: subintent_id,
		sellResource: isOrder ? resources.XRD : resources.xUSDC,
		platformFee: Decimal.parse(isOrder ? '0.1' : '0'),
		rebate: Decimal.parse(isOrder ? '4.5' : '0.225'),
		serviceAccount: keyOf(serviceKey).account,
	})
	const header = { ...goodHeader, intentDiscriminator: '8' }
	const subintent = createSubintent({ manifest, header })
	const children = [signed_partial_transaction]
	const signed = signSubintent({ subintent, keyPairs: [serviceKey], networkId, children })
	return {
		label: `the service’s outer around: ${label}`,
		keys: [keyOf(serviceKey)],
		header: headerOf(header),
		manifest,
		children,
		subintent: subintent.subintent,
		subintent_hash: subintent.subintentHash,
		subintent_id: subintent.subintentId,
		signed_partial_transaction: signed.signedPartialTransaction,
	}
}
