import type { Curve } from '@accord/protocol'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { readManifestSbor, type SborValue } from './manifest-sbor.ts'

/** A signature as in the bytes (hex). A Secp256k1 signature does not include its key, which is recovered. */
export type WrittenSignature = { readonly curve: Curve; readonly publicKey?: string; readonly signature: string }

/** A subintent's own bytes (hex), as the codec takes them, and the signatures over its hash. */
export type SignedSubintent = { readonly subintent: string; readonly signatures: readonly WrittenSignature[] }

// The guarantee: this finds the signatures whether or not they are valid. The codec validates the bytes, but says
// nothing about bytes that it refuses.

/** The subintents of a signed partial transaction (hex), the root first. @throws Error for other bytes */
export function readSignedSubintents(hex: string): SignedSubintent[] {
	const bytes = hexToBytes(hex)
	const [partial, rootSignatures, otherSignatures] = version(bytes, 0x0e)
	const [root, others] = fields(partial)
	const subintents = [root, ...fields(others)]
	const signatures = [rootSignatures, ...fields(otherSignatures)]
	return subintents.map((subintent, at) => signed(bytes, subintent, signatures[at]))
}

/** The subintents of a notarized transaction (hex). @throws Error for other bytes */
export function readTransactionSubintents(hex: string): SignedSubintent[] {
	const bytes = hexToBytes(hex)
	const [signedIntent] = version(bytes, 0x0c)
	const [intent, , signatures] = fields(signedIntent)
	const subintents = fields(fields(intent)[2])
	const signedBy = fields(signatures)
	return subintents.map((subintent, at) => signed(bytes, subintent, signedBy[at]))
}

/** The bytes before the core of a standalone subintent. */
const subintentPrefix = '4d220b01'

function signed(bytes: Uint8Array, subintent: SborValue | undefined, signatures: SborValue | undefined) {
	const [core] = fields(subintent)
	if (core === undefined) throw new Error('A subintent is empty.')
	return {
		subintent: subintentPrefix + bytesToHex(bytes.subarray(core.from, core.to)),
		signatures: fields(signatures).map(readSignature),
	}
}

function readSignature({ variant, elements }: SborValue): WrittenSignature {
	const [key, signature] = variant === 1 ? elements : [undefined, elements[0]]
	const bytes = fields(signature)[0]?.bytes
	if (bytes === undefined) throw new Error('A signature is empty.')
	if (key?.bytes === undefined) return { curve: 'Secp256k1', signature: bytesToHex(bytes) }
	return { curve: 'Ed25519', publicKey: bytesToHex(key.bytes), signature: bytesToHex(bytes) }
}

function version(bytes: Uint8Array, expected: number): readonly SborValue[] {
	const { variant, elements } = readManifestSbor(bytes)
	if (variant !== expected) throw new Error('These bytes are something else.')
	return elements
}

function fields(value: SborValue | undefined): readonly SborValue[] {
	if (value === undefined) throw new Error('A part of these bytes is missing.')
	return value.elements
}
