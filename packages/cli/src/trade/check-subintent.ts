import { isDeepStrictEqual } from 'node:util'
import { accessRuleManifest, type Instruction, readManifest, readSubintent, type Subintent } from '@accord/ledger'
import { composeLimitOrderManifest, type FeeInfo, type Token } from '@accord/protocol'
import type { SubintentToSign } from '@accord/sdk'

/** What the trader knows independently of the service that made the subintent. */
export type SigningContext = {
	readonly networkId: number
	readonly tokens: readonly Token[]
	readonly feeInfo: FeeInfo
	readonly epoch: number
	readonly nowMs: number
	readonly expiresInSeconds: number
}

/**
 * Decodes a subintent made by the service and compares all of it with what was requested: every instruction and every
 * field of the header. The returned hash is computed from the bytes. @throws Error naming the first difference
 */
export function checkSubintent(toSign: SubintentToSign, context: SigningContext): Subintent {
	const read = readSubintent(toSign.subintent, context.networkId)
	expectInstructions(read.instructions, readManifest(wantedManifest(toSign, context), context.networkId))
	expectHeader(read.header, toSign, context)
	expect('children', read.children.length, 0)
	expect('a message', read.hasMessage, false)
	expect('blobs', read.blobs, 0)
	expect('the hash', toSign.subintentHash.toLowerCase(), read.subintentHash)
	expect('the id', toSign.subintentId, read.subintentId)
	return { subintent: toSign.subintent, subintentHash: read.subintentHash, subintentId: read.subintentId }
}

function wantedManifest({ account, quote }: SubintentToSign, { networkId, tokens, feeInfo }: SigningContext): string {
	const { sell, buy } = quote.limitOrder
	const resourceOf = (symbol: string) => tokens.find(token => token.symbol === symbol)?.resourceAddress ?? ''
	return composeLimitOrderManifest({
		account,
		sell: { resource: resourceOf(sell.symbol), amount: sell.amount },
		buy: { resource: resourceOf(buy.symbol), amount: buy.amount },
		fee: quote.fee,
		verifyParentAccessRule: accessRuleManifest(feeInfo.verifyParentAccessRuleSborHex, networkId),
	})
}

function expectInstructions(found: readonly Instruction[], wanted: readonly Instruction[]): void {
	expect('the number of instructions', found.length, wanted.length)
	for (const [i, instruction] of wanted.entries())
		if (!isDeepStrictEqual(found[i], instruction))
			throw new Error(
				`the subintent differs at instruction ${i}: ${JSON.stringify(found[i])}, not ${JSON.stringify(instruction)}`,
			)
}

type Header = ReturnType<typeof readSubintent>['header']

function expectHeader(header: Header, toSign: SubintentToSign, context: SigningContext): void {
	const { networkId, epoch, nowMs, expiresInSeconds } = context
	const expiresAtS = header.maxTimestampS ?? Number.POSITIVE_INFINITY
	// The service counts from when it received the request: a little before now.
	const latestS = Math.ceil(nowMs / 1000) + expiresInSeconds
	expect('the network', header.networkId, networkId)
	expect('the expiry', expiresAtS, toSign.expiresAtS)
	if (expiresAtS > latestS) throw new Error(`the subintent expires ${expiresAtS - latestS} s later than requested`)
	if (header.startEpoch > epoch || header.endEpoch <= epoch)
		throw new Error(
			`the subintent is valid in epochs ${header.startEpoch} to ${header.endEpoch}, but now is epoch ${epoch}`,
		)
	if (header.minTimestampS != null && header.minTimestampS * 1000 > nowMs)
		throw new Error('the subintent is not valid yet')
}

function expect(what: string, found: unknown, wanted: unknown): void {
	if (found !== wanted)
		throw new Error(`the subintent is not as requested: ${what} is ${String(found)}, not ${String(wanted)}`)
}
