import { shown, wrongArgument } from '@accord/protocol'
import { argumentForms } from './argument-forms.ts'
import type { CodecErrorCode } from './codec-error.ts'

/** A refusal by the codec's Rust, and the call that was refused. */
export type Refusal = {
	readonly code: CodecErrorCode
	readonly message: string
	readonly name: string
	readonly parameters: readonly unknown[]
}

/**
 * What was wrong, what was expected and what to do, in place of the words of the Rust crates, which are for their
 * authors. What no rule here knows keeps its words.
 */
export function plainWords({ code, message, name, parameters }: Refusal): string {
	if (code === 'bad_argument') return argumentWords({ message, name, parameters })
	const words = rules[code]
	if (words === undefined) return message
	for (const [pattern, say] of words) {
		const match = pattern.exec(message)
		if (match !== null) return say(...match.slice(1))
	}
	return message
}

function argumentWords({ message, name, parameters }: Omit<Refusal, 'code'>): string {
	const forms = argumentForms[name]
	const camel = name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())
	if (forms === undefined) return `${camel}: ${message}`
	const values = Object.fromEntries(Object.keys(forms).map((parameter, at) => [parameter, parameters[at]]))
	return `${camel}: ${wrongArgument(forms, values) ?? message.replace(/ at line \d+ column \d+$/, '').replaceAll('`', '"')}`
}

type Rule = readonly [pattern: RegExp, say: (...groups: string[]) => string]

const keyBytes: Readonly<Record<string, string>> = { Ed25519: '32 bytes', Secp256k1: '33 bytes' }
const signatureBytes: Readonly<Record<string, string>> = {
	Ed25519: '64 bytes',
	Secp256k1: '65 bytes, the recovery id first',
}

/** Payloads by the byte that the ledger puts before them. */
const payloads: Readonly<Record<string, string>> = {
	11: 'an unsigned subintent',
	12: 'a notarized transaction',
	14: 'a signed partial transaction',
}
const hexByte = (decimal = '') => `0x${Number(decimal).toString(16).padStart(2, '0')}`
const articled = (kind: string) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`

const rules: Readonly<Partial<Record<CodecErrorCode, readonly Rule[]>>> = {
	bad_hex: [
		[/^a hash has 32 bytes$/, () => 'expected a hash of 32 bytes, which is 64 hexadecimal digits'],
		[
			/Invalid character '(.)' at position 1$/,
			found => `expected hexadecimal digits${found === 'x' ? ' without 0x' : `, found '${found}' at position 1`}`,
		],
		[
			/Invalid character (.+) at position (\d+)$/,
			(found, at) => `expected hexadecimal digits, found ${found} at position ${at}`,
		],
		[/Odd number/, () => 'expected an even number of hexadecimal digits, two for each byte'],
	],
	wrong_network: [
		[
			/^for network (\d+), expected (\d+)$/,
			(found, expected) => `expected bytes for network ${expected}, found bytes for network ${found}`,
		],
		[
			/^unknown network (\d+)/,
			found => `expected the number of a network: 1 (mainnet), 2 (stokenet), 240 or 242 (local ones), found ${found}`,
		],
	],
	bad_payload: [
		[
			/^not a (.+?): UnexpectedDiscriminator \{ expected: \d+, actual: (\d+) \}/,
			(kind, actual) => `expected ${articled(kind)}, found ${payloads[actual] ?? 'other bytes'}`,
		],
		[
			/^not a (.+?): BufferUnderflow \{ required: 1, remaining: 0 \}/,
			kind => `expected ${articled(kind)}, found no bytes, or only their beginning`,
		],
		[
			/^not a (.+?): BufferUnderflow/,
			kind => `expected ${articled(kind)}, found only its beginning: some bytes at the end are missing`,
		],
		[
			/^not a (.+?): UnexpectedValueKind \{ expected: (\d+), actual: (\d+) \}/,
			(kind, wanted, found) =>
				`expected ${articled(kind)}, found a value of kind ${hexByte(found)} in place of ${hexByte(wanted)}`,
		],
		[
			/^not a (.+?): UnknownValueKind\((\d+)\)/,
			(kind, found) => `expected ${articled(kind)}, found ${hexByte(found)} where the kind of a value belongs`,
		],
		[
			/^not a (.+?): UnknownDiscriminator\((\d+)\)/,
			(kind, found) => `expected ${articled(kind)}, found an unknown variant ${hexByte(found)}`,
		],
		[
			/^not a (.+?): UnexpectedSize \{ expected: (\d+), actual: (\d+) \}/,
			(kind, wanted, found) => `expected ${articled(kind)}, found ${found} members where ${wanted} belong`,
		],
		[/^not a (.+?): (.+)/s, (kind, why) => `expected ${articled(kind)}, found other bytes (${why})`],
	],
	too_large: [
		[
			/^(\d+) bytes; at most 65 /,
			found =>
				`expected a key or a signature of at most 65 bytes, found ${found}; a Secp256k1 signature has 65, the recovery id first, and is not in DER`,
		],
	],
	bad_address: [
		[
			/^"(.*)": of an unknown network$/,
			found => `expected an address or id of a Radix network, such as account_rdx1…, found ${shown(found)}`,
		],
		[
			/^"(.*)": (?:.*InvalidChecksum.*)$/,
			found => `${found} is misspelled: a letter is wrong, missing or too much (its checksum does not match)`,
		],
		[
			/^"(txid_.*)": InvalidHrp/,
			found => `expected the id of a subintent (subtxid_…), found that of a transaction: ${found}`,
		],
		[
			/^"(subtxid_.*)": InvalidHrp/,
			found => `expected the id of a transaction (txid_…), found that of a subintent: ${found}`,
		],
		[/^"(.*)": (.+)$/, (found, why) => `${found} is not an address or id of the expected kind (${why})`],
	],
	bad_signature: [
		[
			/^([0-9a-fA-F]*) is not a public key of (\w+)$/,
			(hex, curve) => `expected a public key of ${curve}, which has ${keyBytes[curve]}, found ${hex.length / 2}`,
		],
		[/^not a signature of (\w+)$/, curve => `expected a signature of ${curve}, which has ${signatureBytes[curve]}`],
		[
			/^the signature does not verify/,
			() => 'the signature does not verify: sign the 32 bytes of subintent_hash themselves, with the key that is sent',
		],
	],
	invalid_transaction: [
		[
			/InvalidIntentSignature/,
			() => 'a signature does not verify: it was made over another hash than the subintent’s, or by another key',
		],
		[/^(.+)$/s, why => `the ledger would refuse it: ${why}`],
	],
}
