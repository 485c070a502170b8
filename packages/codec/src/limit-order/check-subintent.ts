import { composeLimitOrderManifest, type LimitOrderManifest } from '@accord/protocol'
import type { Header, Instruction, SubintentInfo } from '../codec-types.ts'
import { accessRuleManifest, compileSubintent, readManifest, readSubintent } from '../functions.ts'

/** What the signer wants: everything that a limit order's ten instructions state. */
export type OrderToSign = Omit<LimitOrderManifest, 'verifyParentAccessRule'> & {
	/** The rule of step 1 as Scrypto SBOR, from GET /trade/info. */
	readonly verifyParentAccessRuleSborHex: string
}

/** What the signer knows independently of the service that made the subintent. */
export type SigningContext = {
	readonly networkId: number
	/** The ledger's current epoch. */
	readonly epoch: number
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

/** Clocks synchronized over the network differ by less. */
const clockDifferenceDefaultS = 5

/**
 * Compares every byte of a subintent (hex) that someone else made with what the signer wants: the ten instructions, a
 * header that is valid now and expires in time, and nothing else. @throws Error naming the difference, CodecError for
 * other bytes
 */
export function checkSubintent(subintent: string, order: OrderToSign, context: SigningContext): CheckedSubintent {
	const { networkId } = context
	const read = readSubintent(subintent, networkId)
	const expiresAtS = checkHeader(read.header, context)
	const { verifyParentAccessRuleSborHex, ...terms } = order
	const verifyParentAccessRule = accessRuleManifest(verifyParentAccessRuleSborHex, networkId)
	const manifest = composeLimitOrderManifest({ ...terms, verifyParentAccessRule })
	const wanted = compileSubintent({ manifest, header: read.header })
	if (subintent.toLowerCase() !== wanted.subintent) throw difference(read, readManifest(manifest, networkId))
	return { ...wanted, expiresAtS }
}

function checkHeader(header: Header, context: SigningContext): number {
	const { epoch, nowMs, expiresInSeconds, clockDifferenceS = clockDifferenceDefaultS } = context
	const { startEpoch, endEpoch, minTimestampS = 0, maxTimestampS } = header
	if (startEpoch > epoch || endEpoch <= epoch)
		throw new Error(`the subintent is valid in epochs ${startEpoch} to ${endEpoch}, but now is epoch ${epoch}`)
	if (minTimestampS * 1000 > nowMs) throw new Error('the subintent is not valid yet')
	if (maxTimestampS === undefined) throw new Error('the subintent never expires')
	// The service counts from when it received the request, a little before now.
	const lateS = maxTimestampS - (Math.ceil(nowMs / 1000) + expiresInSeconds + clockDifferenceS)
	if (lateS > 0) throw new Error(`the subintent expires ${lateS} s later than requested`)
	return maxTimestampS
}

function difference({ instructions, hasMessage, children }: SubintentInfo, wanted: readonly Instruction[]): Error {
	for (const [at, instruction] of wanted.entries()) {
		const [found, expected] = [JSON.stringify(instructions[at]), JSON.stringify(instruction)]
		if (found !== expected) return new Error(`the subintent differs at instruction ${at}: ${found}, not ${expected}`)
	}
	if (instructions.length > wanted.length)
		return new Error(`the subintent has ${instructions.length} instructions, not ${wanted.length}`)
	if (hasMessage) return new Error('the subintent carries a message')
	if (children.length > 0) return new Error('the subintent has children')
	return new Error('the bytes of the subintent differ from those of the order')
}
