import type { Codec, PublicKey } from '@accord/codec'
import { tracedText } from '@accord/protocol'
import { shortId } from '../format/short-id.ts'
import { type Check, fails, holds, reasonOf } from './check.ts'
import { readSignedSubintents, type SignedSubintent, type WrittenSignature } from './signed-bytes.ts'
import { signerOf } from './verify-signature.ts'

/** A signature and its signer; if there is no signer, the signature is invalid. */
export type CheckedSignature = WrittenSignature & { readonly signer?: PublicKey }

/** The service's account of a signed subintent. */
export type ClaimedSubintent = {
	readonly subintentId: string
	readonly manifest: string
	readonly signedPartialTransaction: string
}

/** A subintent read from its bytes; `signed` is absent if they cannot be read at all. */
export type CheckedSubintent = {
	readonly signed?: SignedSubintent
	readonly signatures: readonly CheckedSignature[]
	readonly checks: readonly Check[]
}

/** Hash, signatures, structure and manifest of a signed subintent, each checked from its bytes. Never throws. */
export function checkSignedSubintent(codec: Codec, claimed: ClaimedSubintent, networkId: number): CheckedSubintent {
	let signed: SignedSubintent | undefined
	let hash: { subintentHash: string; subintentId: string }
	try {
		signed = readSignedSubintents(claimed.signedPartialTransaction)[0]
		if (signed === undefined) throw new Error('They are empty.')
		hash = codec.readSubintent(signed.subintent, networkId)
	} catch (error) {
		return { signatures: [], checks: [fails('Bytes', `These bytes are not a signed subintent. ${reasonOf(error)}`)] }
	}
	const { subintentHash, subintentId } = hash
	const signatures = signed.signatures.map(written => {
		const signer = signerOf(written, subintentHash)
		return { ...written, ...(signer === undefined ? {} : { signer }) }
	})
	const checks = [
		checkHash({ found: subintentId, claimed: claimed.subintentId, bytes: signed.subintent.length / 2 }),
		...checkSignatures(signatures),
		checkValidity(codec, claimed.signedPartialTransaction, networkId),
		checkManifest(claimed.manifest, () => codec.decompileSubintent(claimed.signedPartialTransaction, networkId)),
	]
	return { signed, signatures, checks }
}

function checkHash({ found, claimed, bytes }: { found: string; claimed: string; bytes: number }): Check {
	return found === claimed
		? holds('Hash', `The ${bytes} bytes of the subintent hash to ${shortId(found)}, the id that the service gives.`)
		: fails('Hash', `The ${bytes} bytes of the subintent hash to ${found}, but the service gives the id ${claimed}.`)
}

function checkSignatures(signatures: readonly CheckedSignature[]): Check[] {
	if (signatures.length === 0) return [fails('Signature', 'These bytes carry no signature.')]
	return signatures.map(({ curve, signature, publicKey, signer }) => {
		const what = `The ${curve} signature ${shortId(signature)}`
		if (signer !== undefined)
			return holds('Signature', `${what} over that hash is the key ${shortId(signer.publicKey)}’s.`)
		const whose = publicKey === undefined ? 'any key' : `the key ${publicKey}`
		return fails('Signature', `${what} is not a signature of ${whose} over the hash of these bytes.`)
	})
}

/** The codec judges as the ledger does: structure, header and, using its own code, the signatures. */
function checkValidity(codec: Codec, bytes: string, networkId: number): Check {
	try {
		codec.readSignedPartialTransaction(bytes, networkId)
		return holds('Rules', 'By the ledger’s own rules the bytes, their header and all signatures in them are valid.')
	} catch (error) {
		return fails('Rules', `By the ledger’s own rules the bytes are invalid: ${reasonOf(error)}`)
	}
}

/** Compares a manifest's text with the text decompiled from the bytes. */
export function checkManifest(shown: string, decode: () => string): Check {
	const title = 'Manifest'
	try {
		return tracedText(decode()) === shown
			? holds(title, 'The bytes decode to the manifest that is shown, to the letter.')
			: fails(title, 'The bytes decode to another manifest than the one that is shown.')
	} catch (error) {
		const reason = reasonOf(error)
		return isUnsaid(shown)
			? holds(title, 'No manifest text can express these bytes, as is shown.')
			: fails(title, `The bytes do not decode to a manifest: ${reason}`)
	}
}

/** Some bytes that the ledger accepts have no manifest text, in which case the service says so instead. */
function isUnsaid(manifest: string): boolean {
	return manifest.startsWith('# No text can say these bytes')
}
