import * as codec from '@accord/codec/loaded'
import { js, type Mistakes } from './mistake.ts'

const key = { curve: 'Ed25519' as const, publicKey: '00'.repeat(32) }
const header = { networkId: 242, startEpoch: 2, endEpoch: 100, intentDiscriminator: '1' }
const manifest = 'YIELD_TO_PARENT;'

/** Who calls the codec from plain JavaScript, with what other libraries give. */
export const codecMistakes: Mistakes = {
	'no bytes': [
		() => codec.readSubintent(js(undefined), 242),
		'CodecError: readSubintent: subintent, expected hexadecimal text, found nothing',
	],
	'a Buffer': [
		() => codec.readSubintent(js(Buffer.from('4d')), 242),
		"CodecError: readSubintent: subintent, expected hexadecimal text, found bytes: write them as hexadecimal text, as in Buffer.from(bytes).toString('hex')",
	],
	'a Uint8Array in an object': [
		() => codec.accountAddress({ ...key, publicKey: js(new Uint8Array(32)) }, 242),
		"CodecError: accountAddress: key.publicKey, expected hexadecimal text, found bytes: write them as hexadecimal text, as in Buffer.from(bytes).toString('hex')",
	],
	'hex with 0x': [() => codec.readSubintent('0x4d2208', 242), 'CodecError: expected hexadecimal digits without 0x'],
	'half a byte': [
		() => codec.hash('abc'),
		'CodecError: expected an even number of hexadecimal digits, two for each byte',
	],
	base64: [() => codec.hash('TSIIMA=='), "CodecError: expected hexadecimal digits, found 'T' at position 0"],
	'bytes of something else': [
		() => codec.readSubintent('4d2208', 242),
		'CodecError: expected a subintent, found other bytes',
	],
	'no network': [
		() => codec.readSubintent('4d2208', js(undefined)),
		'CodecError: readSubintent: networkId, expected the number of a network: 1 for mainnet, 2 for stokenet, found nothing',
	],
	'a network as text': [
		() => codec.readSubintent('4d2208', js('242')),
		'CodecError: readSubintent: networkId, expected the number of a network: 1 for mainnet, 2 for stokenet, found "242"',
	],
	'a network that does not exist': [
		() => codec.accountAddress(key, 7),
		'CodecError: expected the number of a network: 1 (mainnet), 2 (stokenet), 240 or 242 (local ones), found 7',
	],
	'a network’s name': [
		() => codec.accountAddress(key, js('mainnet')),
		'CodecError: accountAddress: networkId, expected the number of a network: 1 for mainnet, 2 for stokenet, found "mainnet"',
	],
	'a key as text': [
		() => codec.accountAddress(js(key.publicKey), 242),
		'CodecError: accountAddress: key, expected an object {curve, publicKey}, found "0000000000000000…" of 64 characters',
	],
	'a key without its curve': [
		() => codec.accountAddress(js({ publicKey: key.publicKey }), 242),
		'CodecError: accountAddress: key.curve, expected "Ed25519" or "Secp256k1", found nothing',
	],
	'a key whose curve is in small letters': [
		() => codec.accountAddress({ ...key, curve: js('ed25519') }, 242),
		'CodecError: accountAddress: unknown variant "ed25519", expected "Ed25519" or "Secp256k1"',
	],
	'a key in snake case': [
		() => codec.accountAddress(js({ curve: 'Ed25519', public_key: '00' }), 242),
		'CodecError: accountAddress: key.publicKey, expected hexadecimal text, found nothing',
	],
	'a key that is too short': [
		() => codec.accountAddress({ ...key, publicKey: '00' }, 242),
		'CodecError: expected a public key of Ed25519, which has 32 bytes, found 1',
	],
	'a key of Secp256k1 as Ed25519': [
		() => codec.accountAddress({ ...key, publicKey: '02'.repeat(33) }, 242),
		'CodecError: expected a public key of Ed25519, which has 32 bytes, found 33',
	],
	'nothing to compile': [
		() => codec.compileSubintent(js(undefined)),
		'CodecError: compileSubintent: draft, expected an object {manifest, header}, found nothing',
	],
	'a manifest alone': [
		() => codec.compileSubintent(js(manifest)),
		'CodecError: compileSubintent: draft, expected an object {manifest, header}, found "YIELD_TO_PARENT;"',
	],
	'no header': [
		() => codec.compileSubintent(js({ manifest })),
		'CodecError: compileSubintent: draft.header, expected an object {networkId, startEpoch, endEpoch, intentDiscriminator}, found nothing',
	],
	'a header without epochs': [
		() => codec.compileSubintent({ manifest, header: js({ networkId: 242 }) }),
		'CodecError: compileSubintent: draft.header.startEpoch, expected the number of an epoch, found nothing',
	],
	'a discriminator as a number': [
		() => codec.compileSubintent({ manifest, header: { ...header, intentDiscriminator: js(1) } }),
		'CodecError: compileSubintent: draft.header.intentDiscriminator, expected a whole number as text, such as "7", found the number 1',
	],
	'a discriminator as a bigint': [
		() => codec.compileSubintent({ manifest, header: { ...header, intentDiscriminator: js(1n) } }),
		'CodecError: compileSubintent: draft.header.intentDiscriminator, expected a whole number as text, such as "7", found the bigint 1n',
	],
	'an expiry as a Date': [
		() => codec.compileSubintent({ manifest, header: { ...header, maxTimestampS: js(new Date(0)) } }),
		'CodecError: compileSubintent: draft.header.maxTimestampS, expected whole seconds since 1970, found a Date',
	],
	'an expiry of half a second': [
		() => codec.compileSubintent({ manifest, header: { ...header, maxTimestampS: 0.5 } }),
		'CodecError: compileSubintent: maxTimestampS is 0.5, not a whole number within ±(2⁵³ − 1)',
	],
	'a manifest that is not one': [
		() => codec.compileSubintent({ manifest: 'hello', header }),
		"CodecError: error: expected an instruction, found 'hello'\n  |\n1 | hello\n  | ^^^^^ expected an instruction\n  |",
	],
	'a manifest with an address that is not one': [
		() => codec.compileSubintent({ manifest: 'CALL_METHOD Address("me") "free";\nYIELD_TO_PARENT;', header }),
		'CodecError: error: invalid global address \'me\'\n  |\n1 | CALL_METHOD Address("me") "free";\n  |                     ^^^^ invalid global address\n2 | YIELD_TO_PARENT;\n  |',
	],
	'nothing to sign': [
		() => codec.attachSignatures(js({})),
		'CodecError: attachSignatures: attachment.subintent, expected hexadecimal text, found nothing',
	],
	'signatures of something else': [
		() =>
			codec.attachSignatures({
				subintent: codec.compileSubintent({ manifest, header }).subintent,
				signatures: [{ ...key, signature: '00'.repeat(64) }],
				networkId: 242,
			}),
		'CodecError: the signature does not verify: sign the 32 bytes of subintent_hash themselves, with the key that is sent',
	],
	'a signature that is too short': [
		() =>
			codec.attachSignatures({
				subintent: codec.compileSubintent({ manifest, header }).subintent,
				signatures: [{ ...key, signature: '00' }],
				networkId: 242,
			}),
		'CodecError: expected a signature of Ed25519, which has 64 bytes',
	],
	'no address': [
		() => codec.readAddress(js(undefined)),
		'CodecError: readAddress: address, expected an address as text, found nothing',
	],
	'an address with a wrong letter': [
		() => codec.readAddress('account_sim168fqylq2gv8yyae3vspxzvkjsdfeqd6lj3h6s7jkm0az66g27xqqqq'),
		'CodecError: account_sim168fqylq2gv8yyae3vspxzvkjsdfeqd6lj3h6s7jkm0az66g27xqqqq is misspelled: a letter is wrong, missing or too much (its checksum does not match)',
	],
	'a text that is not an address': [
		() => codec.readAddress('me'),
		'CodecError: expected an address or id of a Radix network, such as account_rdx1…, found "me"',
	],
	'a transaction’s id as a subintent’s': [
		() => codec.parseSubintentId(codec.transactionId('00'.repeat(32), 242)),
		'CodecError: expected the id of a subintent (subtxid_…), found that of a transaction: txid_sim1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqk2j69g',
	],
	'a hash that is too short': [
		() => codec.subintentId('0000', 242),
		'CodecError: expected a hash of 32 bytes, which is 64 hexadecimal digits',
	],
	'no options of a header': [
		() => codec.intentHeader(js(undefined)),
		'TypeError: intentHeader: options, expected an object {networkId, window}, found nothing',
	],
	'a header without a window': [
		() => codec.intentHeader(js({ networkId: 242 })),
		'TypeError: intentHeader: options.window, expected an object, found nothing',
	],
	'a check without a context': [
		() => codec.checkSubintent('4d', js(undefined), js(undefined)),
		'TypeError: checkSubintent: order, expected an object, found nothing',
	],
	'a limit order that is no hex': [
		() => codec.readSignedLimitOrder('hello', 242),
		'CodecError: expected an even number of hexadecimal digits, two for each byte',
	],
}
