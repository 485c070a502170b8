import type { CreatedSubintent } from '@accord/protocol'
import type { OrderCraft } from '../../network/crafted-order.ts'
import { participant } from '../../network/participant.ts'
import { type TestNetwork, testNetworkId } from '../../network/test-network.ts'
import { limitOrder } from '../../network/test-user.ts'
import { type Mistakes, refusalOf } from './mistake.ts'

/** Someone who signs by hand, and submits what was signed. */
export function orderMistakes(network: TestNetwork, craft: OrderCraft, created: CreatedSubintent): Mistakes {
	const submit = (signed: unknown, more: object = {}) =>
		refusalOf(network, '/trade/orders', { body: { signed_partial_transaction: signed, ...more } })
	const sign = (body: object) => refusalOf(network, '/construction/sign', { body: { subintent, ...body } })
	const { subintent, subintentHash: hash } = created
	const nowS = craft.nowS()
	const { keyPair } = craft.user
	const stranger = participant('stranger', 'Ed25519', testNetworkId).keyPair
	const secp = participant('user-2', 'Secp256k1', testNetworkId).keyPair
	const over = (hash: string, key = keyPair) => {
		const { curve, publicKey, signature } = key.sign(hash)
		return { curve, signature, public_key: publicKey }
	}
	const good = over(hash)
	const bytes = Buffer.from(craft.order(), 'hex')
	const edited = (from: string, to: string) => ({
		edit: (lines: string[]) => lines.map(line => line.replaceAll(from, to)),
	})
	return {
		'hex with 0x': [() => submit(`0x${craft.order()}`), '422 invalid_hex: expected hexadecimal digits without 0x'],
		'base64 in place of hex': [
			() => submit(bytes.toString('base64')),
			"422 invalid_hex: expected hexadecimal digits, found 'T' at position 0",
		],
		'half a byte': [
			() => submit(craft.order().slice(1)),
			'422 invalid_hex: expected an even number of hexadecimal digits, two for each byte',
		],
		'bytes as an array': [
			() => submit([...bytes.subarray(0, 4)]),
			'422 validation_failed: Invalid parameters: /signed_partial_transaction, expected text in quotes, found an array of 4',
		],
		'a Buffer as JSON writes it': [
			() => submit(bytes),
			"422 validation_failed: Invalid parameters: /signed_partial_transaction, expected text in quotes, found bytes: write them as hexadecimal text, as in Buffer.from(bytes).toString('hex')",
		],
		'nothing signed': [
			() => submit(''),
			'422 invalid_signed_partial_transaction: expected a signed partial transaction, found no bytes, or only their beginning',
		],
		'a field in camel case': [
			() => refusalOf(network, '/trade/orders', { body: { signedPartialTransaction: craft.order() } }),
			'422 unknown_field: Unknown field: /signedPartialTransaction, expected one of signed_partial_transaction, integrator',
		],
		'the subintent in place of what was signed': [
			() => submit(subintent),
			'422 invalid_signed_partial_transaction: expected a signed partial transaction, found an unsigned subintent',
		],
		'the manifest in place of the bytes': [
			() => submit('YIELD_TO_PARENT;'),
			"422 invalid_hex: expected hexadecimal digits, found 'Y' at position 0",
		],
		'only the beginning': [
			() => submit(craft.order().slice(0, 400)),
			'422 invalid_signed_partial_transaction: expected a signed partial transaction, found only its beginning: some bytes at the end are missing',
		],
		'an order for another network': [
			() => submit(craft.ofOtherNetwork()),
			'422 wrong_network: expected bytes for network 242, found bytes for network 2',
		],
		'an order without a signature': [
			() => submit(craft.order({ keyPairs: [] })),
			'422 not_signed: Not signed: expected at least one signature',
		],
		'a signature over something else': [
			() => submit(craft.forged()),
			'422 invalid_signature: a signature does not verify: it was made over another hash than the subintent’s, or by another key',
		],
		'a stranger’s signature': [
			() => submit(craft.order({ keyPairs: [stranger] })),
			'422 not_account_owner: the signatures do not allow a withdrawal from account_sim129s0np5uzsyv8qelmndrmp3pqhsx9x666ptpvk00tgvvjgfeuyt06z: sign with the key, or all the keys, that own it',
		],
		'an expiry that is over': [
			() => submit(craft.order({ header: { maxTimestampS: nowS - 30 } })),
			'422 invalid_expiry: Expiry not allowed: expected a maximum timestamp from <seconds> to <seconds>, in seconds since 1970, found <seconds>, <n> s too early',
		],
		'an expiry in seconds from now': [
			() => submit(craft.order({ header: { maxTimestampS: 45 } })),
			'422 invalid_expiry: Expiry not allowed: expected a maximum timestamp from <seconds> to <seconds>, in seconds since 1970, found 45, which is in 1970: add it to the time of now if it is meant from now',
		],
		'a signed expiry in milliseconds': [
			() => submit(craft.order({ header: { maxTimestampS: nowS * 1000 } })),
			'422 invalid_expiry: Expiry not allowed: expected a maximum timestamp from <seconds> to <seconds>, in seconds since 1970, found <milliseconds>, which is in milliseconds: divide it by 1000',
		],
		'no expiry at all': [
			() => submit(craft.order({ header: { maxTimestampS: undefined } as never })),
			'422 invalid_expiry: Expiry not allowed: expected a maximum timestamp from <seconds> to <seconds>, in seconds since 1970, found none',
		],
		'an epoch that is over': [
			() => submit(craft.order({ header: { startEpoch: 1, endEpoch: craft.epoch() } })),
			'422 invalid_header: Header not allowed: expected an end epoch after 3, found 3',
		],
		'tokens that are no pair': [
			() => submit(craft.order({ order: limitOrder({ sell: '100 XRD', buy: '1 xETH' }) })),
			'422 unknown_pair: Unknown pair: instruction 3, expected a pair of GET /trade/token_pairs, found XRD for xETH',
		],
		'the sides swapped': [
			() => submit(craft.order({ order: limitOrder({ sell: '5 xUSDC', buy: '100 XRD' }) })),
			'422 no_liquidity: no maker offers this trade at its limit now, and orders do not rest: get a new quote',
		],
		'a price that no one offers': [
			() => submit(craft.order({ order: limitOrder({ sell: '100 XRD', buy: '5.1 xUSDC' }) })),
			'422 no_liquidity: no maker offers this trade at its limit now, and orders do not rest: get a new quote',
		],
		'more than the account has': [
			() => submit(craft.order({ order: limitOrder({ sell: '200000 XRD', buy: '10000 xUSDC' }) })),
			'422 insufficient_funds: Insufficient funds: expected at least 200205.25 XRD in the account for this, found 100000 XRD, 100205.25 XRD too little',
		],
		'too low a fee': [
			() =>
				submit(
					craft.order({
						edit: lines =>
							lines
								.with(1, craft.withdraw('105.349'))
								.map(line => line.replace('Decimal("0.1") Bucket', 'Decimal("0.099") Bucket')),
					}),
				),
			'422 fee_too_low: Fee too low: instruction 5, expected a platform fee of at least 0.1 XRD, found 0.099',
		],
		'a withdrawal of too little': [
			() => submit(craft.order({ edit: lines => lines.with(1, craft.withdraw('100')) })),
			'422 withdraw_mismatch: Wrong withdrawal amount: instruction 1, expected 105.35: sell amount + both fees, found 100',
		],
		'a step that is missing': [
			() => submit(craft.order({ edit: lines => lines.toSpliced(3, 1) })),
			'422 manifest_schema: Not the limit order schema: instruction 3, expected ASSERT_NEXT_CALL_RETURNS_ONLY <buy_resource> AtLeastAmount(<buy_amount>) before it, found YIELD_TO_PARENT Bucket(0)',
		],
		'a deposit elsewhere': [
			() => submit(craft.order(edited('deposit_batch', 'try_deposit_batch_or_abort'))),
			'422 manifest_schema: Not the limit order schema: instruction 8, expected CALL_METHOD <account> "deposit_batch" Expression("ENTIRE_WORKTOP"), found CALL_METHOD account_sim129s0np5uzsyv8qelmndrmp3pqhsx9x666ptpvk00tgvvjgfeuyt06z "try_deposit_batch_or_abort" Expression(ENTIRE_WORKTOP)',
		],
		'a lock_fee': [
			() => submit(craft.order({ edit: lines => [craft.call('lock_fee', 'Decimal("1")'), ...lines] })),
			'422 prefix_not_allowed: Prefix not allowed: instruction 0, expected no VERIFY_PARENT, USE_CHILD, yield or lock_fee before the schema, found CALL_METHOD "lock_fee"',
		],
		'a call of a method that does not exist': [
			() => submit(craft.order({ edit: lines => [craft.call('no_such_method'), ...lines] })),
			'422 preview_failed: there is no method "no_such_method": SystemModuleError(AuthError(NoMethodMapping(PackageAddress(0d906318c6318c6ee313598c6318c6318cf7bcaa2e954a9626318c6318c6):<Account>:"no_such_method")))',
		],
		'someone else’s integrator': [
			() => submit(craft.order(), { integrator: 'nobody' }),
			'422 unknown_integrator: there is no integrator nobody: leave integrator out, or ask the operator for a code',
		],
		'a curve that the ledger does not have': [
			() => sign({ signature: { ...good, curve: 'P-256' } }),
			'422 validation_failed: Invalid parameters: /signature/curve, expected "Ed25519" or "Secp256k1", found "P-256"',
		],
		'a wallet’s name of the curve': [
			() => sign({ signature: { ...good, curve: 'curve25519' } }),
			'422 validation_failed: Invalid parameters: /signature/curve, expected "Ed25519" or "Secp256k1", found "curve25519"',
		],
		'a key of the other curve': [
			() => sign({ signature: { ...good, public_key: secp.publicKey } }),
			'422 invalid_signature: expected a public key of Ed25519, which has 32 bytes, found 33',
		],
		'a Secp256k1 signature as Ed25519': [
			() => sign({ signature: { ...over(hash, secp), curve: 'Ed25519' } }),
			'422 invalid_signature: expected a public key of Ed25519, which has 32 bytes, found 33',
		],
		'a signature in DER': [
			() => sign({ signature: { curve: 'Secp256k1', signature: `3045${'02'.repeat(68)}` } }),
			'413 body_too_large: expected a key or a signature of at most 65 bytes, found 70; a Secp256k1 signature has 65, the recovery id first, and is not in DER',
		],
		'no public key': [
			() => sign({ signature: { curve: 'Ed25519', signature: good.signature } }),
			'422 validation_failed: Invalid parameters: /signature/public_key, expected the public key, which an Ed25519 signature does not carry, found nothing',
		],
		'a signature over another hash': [
			() => sign({ signature: over('00'.repeat(32)) }),
			'422 invalid_signature: the signature does not verify: sign the 32 bytes of subintent_hash themselves, with the key that is sent',
		],
		'a signature in base64': [
			() => sign({ signature: { ...good, signature: 'MEUCIQD9==' } }),
			'422 invalid_hex: Not hexadecimal: /signature/signature, expected hexadecimal text: an even number of digits 0-9 and a-f, without 0x, found "MEUCIQD9=="',
		],
		'one signature where a list is expected': [
			() => sign({ signatures: good }),
			'422 validation_failed: Invalid parameters: /signatures, expected an array, found an object {curve, signature, public_key}',
		],
		'no signatures': [
			() => sign({ signatures: [] }),
			'422 validation_failed: Invalid parameters: /signatures, expected at least 1 item, found an empty array',
		],
		'signature and signatures': [
			() => sign({ signature: good, signatures: [good] }),
			'422 validation_failed: Invalid parameters: expected exactly one of signature and signatures, found an object {subintent, signature, signatures}',
		],
		'a signature as text': [
			() => sign({ signature: over('00'.repeat(32)).signature }),
			'422 validation_failed: Invalid parameters: /signature, expected an object {curve, signature}, found "1fcc1d5f2d3f1e07…" of 128 characters',
		],
		'a manifest to sign': [
			() => sign({ subintent: 'YIELD_TO_PARENT;', signature: good }),
			'422 invalid_hex: Not hexadecimal: /subintent, expected hexadecimal text: an even number of digits 0-9 and a-f, without 0x, found "YIELD_TO_PARENT;"',
		],
		'a subintent that is something else': [
			() => sign({ subintent: '4d2208', signature: good }),
			'422 invalid_subintent: expected a subintent, found other bytes',
		],
		'nothing to check': [
			() => refusalOf(network, '/trade/orders/check', { body: {} }),
			'422 validation_failed: Invalid parameters: expected exactly one of manifest, subintent and signed_partial_transaction, found an object {}',
		],
		'an order that does not exist to cancel': [
			() => refusalOf(network, '/trade/orders/subtxid_sim1qqqq', { method: 'DELETE', body: good }),
			'404 unknown_order: no order with this subintent id was submitted here: check the id, or submit the order',
		],
	}
}
