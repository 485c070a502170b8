import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
	attachSignatures,
	type Curve,
	createSubintent,
	type Header,
	keyPairFromPrivateKey,
	readItem,
	readTransaction,
	rootManifest,
	unwrap,
} from '@accord/ledger'
import { Decimal, FeeInfo, type Pair, TradeError, type WireOf } from '@accord/protocol'
import { createMarket } from '../market/market.ts'
import { fillExpiry, orderExpiry } from './deadlines.ts'
import { readSignedPartial } from './read-intent.ts'
import { validateOrder } from './validate-order.ts'

type Key = { curve: Curve; privateKey: string; publicKey: string; account: string }
type Printed = {
	label: string
	keys: Key[]
	header: Record<string, number | string | null>
	message?: string
	manifest: string
	subintent: string
	subintent_hash: string
	subintent_id: string
	signed_partial_transaction: string
}
type Vector = Printed & { role: 'order' | 'fill'; accepted: boolean; code?: string; instruction?: number }
type Document = {
	context: {
		network_id: number
		cur_epoch: number
		ledger_timestamp: number
		received_at: number
		account_level: number
		tokens: { resource_address: string; symbol: string; divisibility: number }[]
		token_pairs: Pair[]
		info: WireOf<typeof FeeInfo>
	}
	vectors: Vector[]
	outers: (Printed & { children: string[] })[]
	root: { key: Key; manifest: string; notarized_transaction: string; transaction_id: string }
}

const printed = new URL('../../../../docs/vectors.json', import.meta.url)
const { context, vectors, outers, root }: Document = JSON.parse(readFileSync(printed, 'utf8'))
const networkId = context.network_id
const market = createMarket({
	networkId,
	xrdAddress: '',
	tokens: context.tokens.map(({ resource_address: resourceAddress, ...token }) => {
		return { ...token, resourceAddress, name: '', iconUrl: '' }
	}),
	pairs: context.token_pairs,
	routes: [],
})

// shows documents: At least 40 labelled vectors, accepted and refused, checked from Rust and TypeScript
test('there are at least 40 vectors, accepted and refused, each with its own label', () => {
	assert.ok(vectors.length >= 40)
	assert.equal(new Set(vectors.map(({ label }) => label)).size, vectors.length)
	assert.ok(vectors.filter(({ accepted }) => accepted).length >= 15)
})

for (const vector of vectors)
	test(`${vector.accepted ? 'accepted' : `refused as ${vector.code}`}: ${vector.label}`, () => {
		const signed = compiledAndSigned(vector, [])
		const { code, instruction } = verdict(vector)
		assert.deepEqual([code, code === undefined], [vector.code, vector.accepted])
		if (vector.instruction !== undefined) assert.equal(instruction, vector.instruction)
		const isAltered = vector.code === 'invalid_signature' || vector.code === 'invalid_signed_partial_transaction'
		assert.equal(signed === vector.signed_partial_transaction, !isAltered)
	})

test('each outer holds its inner, and the root is the solver’s transaction over both', () => {
	for (const outer of outers) {
		const signed = compiledAndSigned(outer, outer.children)
		assert.equal(signed, outer.signed_partial_transaction)
		assert.deepEqual([unwrap(signed, networkId).signedPartialTransaction], outer.children)
	}
	const items = outers.map(outer => readItem(outer.signed_partial_transaction, networkId))
	const manifest = rootManifest({ items, solverAccount: root.key.account, lockFeeXrd: Decimal.parse('5') })
	assert.equal(manifest, root.manifest)
	assert.equal(readTransaction(root.notarized_transaction, networkId).transactionId, root.transaction_id)
})

function compiledAndSigned(vector: Printed, children: readonly string[]): string {
	const { manifest, message } = vector
	const compiled = createSubintent({ manifest, header: headerOf(vector), message })
	assert.equal(compiled.subintent, vector.subintent)
	assert.equal(compiled.subintentHash, vector.subintent_hash)
	assert.equal(compiled.subintentId, vector.subintent_id)
	const signatures = vector.keys.map(({ curve, privateKey, publicKey }) => {
		const keyPair = keyPairFromPrivateKey({ curve, privateKeyHex: privateKey })
		assert.equal(keyPair.publicKey, publicKey)
		return keyPair.sign(compiled.subintentHash)
	})
	const { subintent } = compiled
	return attachSignatures({ subintent, signatures, children: [...children], networkId }).signedPartialTransaction
}

function headerOf({ header }: Printed): Header {
	const [min, max] = [header.min_proposer_timestamp_inclusive, header.max_proposer_timestamp_exclusive]
	return {
		networkId: Number(header.network_id),
		startEpoch: Number(header.start_epoch_inclusive),
		endEpoch: Number(header.end_epoch_exclusive),
		...(min == null ? {} : { minTimestampS: Number(min) }),
		...(max == null ? {} : { maxTimestampS: Number(max) }),
		intentDiscriminator: String(header.intent_discriminator),
	}
}

/** The code of the refusal and the first place that it names; empty when the vector is accepted. */
function verdict({ role, signed_partial_transaction }: Vector): { code?: string; instruction?: number | undefined } {
	const receivedAtMs = context.received_at * 1000
	try {
		validateOrder(
			{
				market,
				feeInfo: FeeInfo.parse(context.info),
				ledgerState: { epoch: context.cur_epoch, proposerTimestampMs: context.ledger_timestamp * 1000 },
				role: role === 'order' ? 'taker' : 'maker',
				level: context.account_level,
				expiry:
					role === 'order'
						? orderExpiry(receivedAtMs)
						: fillExpiry({ receivedAtMs, orderExpiresAtS: context.received_at + 45 }),
			},
			readSignedPartial({ networkId }, signed_partial_transaction),
		)
		return {}
	} catch (error) {
		if (!(error instanceof TradeError)) throw error
		return { code: error.code, instruction: error.errors.find(each => each.rule === error.code)?.instruction }
	}
}
