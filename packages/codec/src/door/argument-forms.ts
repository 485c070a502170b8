import { type Form, type Forms, textForm } from '@accord/protocol'

// What each function of the codec takes, for the words in which wrong arguments are refused.

const hex = textForm('hexadecimal text')
const manifest = textForm('manifest text')
const id = textForm('an id as text')
const whole = (is: string): Form => ({ type: 'number', is })
const networkId = whole('the number of a network: 1 for mainnet, 2 for stokenet')
const curve = textForm('"Ed25519" or "Secp256k1"')
const key: Form = { members: { curve, publicKey: hex } }
const signature: Form = { members: { curve, 'publicKey?': hex, signature: hex } }
const epoch = whole('the number of an epoch')
const seconds = whole('whole seconds since 1970')
const header: Form = {
	members: {
		networkId,
		startEpoch: epoch,
		endEpoch: epoch,
		'minTimestampS?': seconds,
		'maxTimestampS?': seconds,
		intentDiscriminator: textForm('a whole number as text, such as "7"'),
	},
}

/** The parameters of each function, in their order. */
export const argumentForms: Readonly<Record<string, Forms>> = {
	access_rule_manifest: { sborHex: hex, networkId },
	account_address: { key, networkId },
	attach_signatures: {
		attachment: {
			members: { subintent: hex, signatures: { items: signature }, 'children?': { items: hex }, networkId },
		},
	},
	compile_preview: {
		draft: { members: { manifest, header, children: { items: { members: {} } }, signers: { items: key } } },
	},
	compile_subintent: { draft: { members: { manifest, header, 'message?': textForm('text') } } },
	copy_for_preview: { copy: { members: { subintent: hex, networkId, 'zeroAssertionAt?': whole('a whole number') } } },
	decompile_subintent: { bytes: hex, networkId },
	decompile_transaction: { notarized: hex, networkId },
	hash: { bytes: hex },
	notarize: { notarization: { members: { signedTransactionIntent: hex, notarySignature: signature, networkId } } },
	parse_subintent_id: { id },
	parse_transaction_id: { id },
	prepare_transaction: { draft: { members: { manifest, header, notary: key, children: { items: hex } } } },
	read_address: { address: textForm('an address as text') },
	read_manifest: { manifest, networkId },
	read_signed_limit_order: { signedPartialTransaction: hex, networkId },
	read_signed_partial_transaction: { signedPartialTransaction: hex, networkId },
	read_subintent: { subintent: hex, networkId },
	read_transaction: { notarized: hex, networkId },
	signature_access_rule: { key, networkId },
	subintent_id: { hash: hex, networkId },
	transaction_id: { hash: hex, networkId },
	unwrap: { signedPartialTransaction: hex, networkId },
}
