import {
	composeLimitOrderManifest,
	type Form,
	type OrderToSign,
	requireArguments,
	UnsignableError,
} from '@accord/protocol'
import type { Header, Instruction } from '../codec-types.ts'
import { accessRuleManifest, compileSubintent, readManifest, readSubintent } from '../functions.ts'
import { readSignedLimitOrder } from './signed-limit-order.ts'

/** What the signer knows independently of the service that made the subintent. */
export type SigningContext = {
	readonly networkId: number
	/**
	 * The ledger's current epoch. If absent, it is not compared; nothing is lost, because an order expires by its
	 * timestamp.
	 */
	readonly epoch?: number
	readonly nowMs: number
	readonly expiresInSeconds: number
	/** How far the clocks of the service and this machine may differ, in seconds; 5 by default. */
	readonly clockDifferenceS?: number
}

/** A subintent that matches the request, with the hash to sign, computed from its bytes. */
export type CheckedSubintent = {
	readonly subintent: string
	readonly subintentHash: string
	readonly subintentId: string
	readonly expiresAtS: number
}

const contextForm: Form = {
	members: {
		networkId: { type: 'number', is: 'the number of a network' },
		nowMs: { type: 'number', is: 'milliseconds since 1970' },
		expiresInSeconds: { type: 'number', is: 'seconds' },
	},
}

/** Clocks synchronized over the network differ by less. */
const clockDifferenceDefaultS = 5

/** The manifest of an order, composed here from what its signer knows: what a wallet is asked to sign. */
export function manifestToSign({ verifyParentAccessRuleSborHex, ...terms }: OrderToSign, networkId: number): string {
	const verifyParentAccessRule = accessRuleManifest(verifyParentAccessRuleSborHex, networkId)
	return composeLimitOrderManifest({ ...terms, verifyParentAccessRule })
}

/**
 * Compares the ten instructions of a manifest that someone else composed with what the signer wants.
 * @throws UnsignableError naming the first instruction that differs, CodecError for text that is not a manifest
 */
export function checkManifest(manifest: string, order: OrderToSign, networkId: number): void {
	const [found, wanted] = [manifest, manifestToSign(order, networkId)].map(text => readManifest(text, networkId))
	const different = instructionDifference(found ?? [], wanted ?? [])
	if (different !== undefined) throw different
}

/**
 * Compares every byte of a subintent (hex) that someone else made with what the signer wants: the ten instructions, a header
 * that is valid now and expires in time, and nothing else. @throws UnsignableError naming what differs, CodecError for
 * other bytes
 */
export function checkSubintent(subintent: string, order: OrderToSign, context: SigningContext): CheckedSubintent {
	requireArguments('checkSubintent', { order: { members: {} }, context: contextForm }, { order, context })
	const { networkId } = context
	const read = readSubintent(subintent, networkId)
	const expiresAtS = checkHeader(read.header, context)
	const manifest = manifestToSign(order, networkId)
	const wanted = compileSubintent({ manifest, header: read.header })
	if (subintent.toLowerCase() === wanted.subintent) return { ...wanted, expiresAtS }
	throw (
		instructionDifference(read.instructions, readManifest(manifest, networkId)) ??
		new UnsignableError('bytes', `the subintent ${differenceBeside(read)}`)
	)
}

/**
 * Compares what a wallet has signed with what it was asked to sign. A wallet may put a prefix before the order, such as the
 * proof that an account behind an access controller needs.
 * @throws UnsignableError naming what differs, CodecError for other bytes
 */
export function checkSigned(
	signedPartialTransaction: string,
	order: OrderToSign,
	networkId: number,
): Pick<CheckedSubintent, 'subintentId' | 'expiresAtS'> {
	const { subintentId, header, reading } = readSignedLimitOrder(signedPartialTransaction, networkId)
	const { terms, violations } = reading
	const [violation] = violations
	if (violation !== undefined || terms === undefined)
		throw new UnsignableError('bytes', `the signed order breaks the schema: ${JSON.stringify(violation?.item ?? {})}`)
	const signed = manifestToSign({ ...terms, verifyParentAccessRuleSborHex: terms.accessRuleSborHex }, networkId)
	checkManifest(signed, order, networkId)
	const { maxTimestampS: expiresAtS } = header
	if (expiresAtS === undefined) throw refusal('the signed order never expires')
	return { subintentId, expiresAtS }
}

function checkHeader(header: Header, context: SigningContext): number {
	const { epoch, nowMs, expiresInSeconds, clockDifferenceS = clockDifferenceDefaultS } = context
	const { startEpoch, endEpoch, minTimestampS = 0, maxTimestampS } = header
	if (epoch !== undefined && (startEpoch > epoch || endEpoch <= epoch))
		throw refusal(`the subintent is valid in epochs ${startEpoch} to ${endEpoch}, but now is epoch ${epoch}`)
	if (minTimestampS * 1000 > nowMs) throw refusal('the subintent is not valid yet')
	if (maxTimestampS === undefined) throw refusal('the subintent never expires')
	// The service counts from the moment it received the request, which is slightly in the past.
	const lateS = maxTimestampS - (Math.ceil(nowMs / 1000) + expiresInSeconds + clockDifferenceS)
	if (lateS > 0)
		throw refusal(
			`the subintent expires ${lateS} s later than requested, even if clocks differ by ${clockDifferenceS} s`,
		)
	return maxTimestampS
}

function refusal(message: string): UnsignableError {
	return new UnsignableError('header', message)
}

function instructionDifference(
	found: readonly Instruction[],
	wanted: readonly Instruction[],
): UnsignableError | undefined {
	for (const [at, instruction] of wanted.entries()) {
		const [is, expected] = [JSON.stringify(found[at]), JSON.stringify(instruction)]
		if (is === expected) continue
		const reason = at === 0 ? 'access_rule' : 'bytes'
		return new UnsignableError(reason, `the order differs at instruction ${at}: ${is}, not ${expected}`)
	}
	if (found.length === wanted.length) return undefined
	return new UnsignableError('bytes', `the order has ${found.length} instructions, not ${wanted.length}`)
}

function differenceBeside({ hasMessage, children }: { hasMessage: boolean; children: readonly unknown[] }): string {
	if (hasMessage) return 'carries a message'
	return children.length > 0 ? 'has children' : 'has other bytes than the order that it stands for'
}
