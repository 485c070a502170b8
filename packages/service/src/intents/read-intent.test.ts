import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeTransaction, createSubintent, signSubintent } from '@accord/ledger'
import {
	component,
	goodHeader,
	networkId,
	orderLines,
	secondKey,
	serviceKey,
	signedOrder,
	signedOrderHex,
	userKey,
} from '../testing/order-fixture.ts'
import { readSignedPartial } from './read-intent.ts'

const read = (hex: string) => readSignedPartial({ networkId }, hex)
const good = signedOrderHex()

// shows submission: A hex string made by the wallet
test('hex is read in any case', () => assert.deepEqual(read(good.toUpperCase()), read(good)))

test('64 KiB are accepted', () => assert.equal(read(ofBytes(64 * 1024)).signers.length, 1))

test('signers of both curves are returned', () => {
	const { signers } = signedOrder({ keyPairs: [userKey, secondKey] })
	assert.deepEqual(
		signers.map(({ curve, publicKey }) => ({ curve, publicKey })),
		[userKey, secondKey].map(({ curve, publicKey }) => ({ curve, publicKey })),
	)
})

const refused: { title: string; hex: string; code: string }[] = [
	{ title: 'an empty string', hex: '', code: 'invalid_signed_partial_transaction' },
	// shows error: invalid_hex
	{ title: 'text that is not hex', hex: 'zz', code: 'invalid_hex' },
	{ title: 'hex after 0x', hex: `0x${good}`, code: 'invalid_hex' },
	{ title: 'half a byte', hex: good.slice(0, -1), code: 'invalid_hex' },
	// shows error: invalid_signed_partial_transaction
	{ title: 'truncated bytes', hex: good.slice(0, -2), code: 'invalid_signed_partial_transaction' },
	{ title: 'trailing bytes', hex: `${good}00`, code: 'invalid_signed_partial_transaction' },
	{ title: 'an unsigned subintent', hex: signedOrder().rootSubintent, code: 'invalid_signed_partial_transaction' },
	{ title: 'a notarized transaction', hex: notarized(), code: 'invalid_signed_partial_transaction' },
	{
		title: 'an unknown discriminator',
		hex: `${good.slice(0, 4)}ff${good.slice(6)}`,
		code: 'invalid_signed_partial_transaction',
	},
	// shows error: body_too_large
	{ title: 'one byte more than 64 KiB', hex: ofBytes(64 * 1024 + 1), code: 'body_too_large' },
	{ title: '64 KiB of something else', hex: '4d'.repeat(64 * 1024), code: 'invalid_signed_partial_transaction' },
	// shows error: invalid_signature
	{ title: 'a signature over something else', hex: forged(), code: 'invalid_signature' },
	// shows error: wrong_network
	{ title: 'another network', hex: ofOtherNetwork(), code: 'wrong_network' },
]

for (const { title, hex, code } of refused) {
	test(`error: ${title} is refused as ${code}`, () => assert.throws(() => read(hex), { name: 'TradeError', code }))
}

test('the message of an order is not read, whatever it says', () => {
	const message = '<script>alert(1)</script>\u001b[2J\n{"level":60}'
	const subintent = createSubintent({ manifest: orderLines().join('\n'), header: goodHeader, message })
	const { signedPartialTransaction } = signSubintent({ subintent, keyPairs: [userKey], networkId })
	const info = read(signedPartialTransaction)
	assert.equal(
		JSON.stringify(info, (_, value) => (typeof value === 'bigint' ? String(value) : value)).includes('script'),
		false,
	)
	assert.notEqual(info.subintentHash, read(good).subintentHash)
})

// shows submission: A hex string made by the wallet
test('error: every truncation is refused', () => {
	for (let length = 0; length < good.length; length += 2) {
		assert.throws(() => read(good.slice(0, length)), { name: 'TradeError' })
	}
})

/** A valid order of this length, whose prefix has a call with a long argument. */
function ofBytes(length: number): string {
	const padded = (padding: number) =>
		signedOrderHex({
			edit: lines => [`CALL_METHOD Address("${component}") "swap" Bytes("${'00'.repeat(padding)}");`, ...lines],
		})
	const padding = 60_000
	const hex = padded(padding + length - padded(padding).length / 2)
	assert.equal(hex.length, 2 * length)
	return hex
}

function forged(): string {
	const { subintentHash } = signedOrder()
	const { signature } = userKey.sign(subintentHash)
	assert.ok(good.includes(signature))
	return good.replace(signature, serviceKey.sign(subintentHash).signature)
}

function notarized(): string {
	const window = { startEpoch: 10, endEpoch: 12 }
	return composeTransaction({ manifest: 'YIELD_TO_PARENT;', window, keyPair: userKey, networkId }).notarizedTransaction
}

function ofOtherNetwork(): string {
	const header = { ...goodHeader, networkId: 2 }
	const subintent = createSubintent({ manifest: 'YIELD_TO_PARENT;', header })
	return signSubintent({ subintent, keyPairs: [userKey], networkId: 2 }).signedPartialTransaction
}
