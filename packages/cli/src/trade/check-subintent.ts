import { isDeepStrictEqual } from 'node:util'
import { accessRuleManifest, type Instruction, readManifest, readSubintent, type Subintent } from '@accord/ledger'
import { composeLimitOrderManifest, type FeeInfo, type Token } from '@accord/protocol'
import type { SubintentToSign } from '@accord/sdk'

/** What the trader knows by itself when it is asked to sign. */
export type Knowledge = {
	networkId: number
	tokens: readonly Token[]
	feeInfo: FeeInfo
	epoch: number
	nowMs: number
	expiresInSeconds: number
}

/**
 * Decodes a subintent that somebody else made and compares all of it with what was asked for: every instruction, every field of
 * the header. The hash in the answer is computed from the bytes. @throws Error naming the first difference
 */
export function checkSubintent(toSign: SubintentToSign, knowledge: Knowledge): Subintent {
	const read = readSubintent(toSign.subintent, knowledge.networkId)
	expectInstructions(read.instructions, readManifest(wantedManifest(toSign, knowledge), knowledge.networkId))
	expectHeader(read.header, toSign, knowledge)
	expect('children', read.children.length, 0)
	expect('a message', read.hasMessage, false)
	expect('blobs', read.blobs, 0)
	expect('the hash', toSign.subintentHash.toLowerCase(), read.subintentHash)
	expect('the id', toSign.subintentId, read.subintentId)
	return { subintent: toSign.subintent, subintentHash: read.subintentHash, subintentId: read.subintentId }
}

function wantedManifest({ account, quote }: SubintentToSign, { networkId, tokens, feeInfo }: Knowledge): string {
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
	for (const [at, instruction] of wanted.entries())
		if (!isDeepStrictEqual(found[at], instruction))
			throw new Error(
				`the subintent differs at instruction ${at}: ${JSON.stringify(found[at])}, not ${JSON.stringify(instruction)}`,
			)
}

type Header = ReturnType<typeof readSubintent>['header']

function expectHeader(header: Header, toSign: SubintentToSign, knowledge: Knowledge): void {
	const { networkId, epoch, nowMs, expiresInSeconds } = knowledge
	const expiresAtS = header.maxTimestampS ?? Number.POSITIVE_INFINITY
	// The service counts the seconds from when it was asked: a little before now.
	const latestS = Math.ceil(nowMs / 1000) + expiresInSeconds
	expect('the network', header.networkId, networkId)
	expect('the expiry', expiresAtS, toSign.expiresAtS)
	if (expiresAtS > latestS) throw new Error(`the subintent expires ${expiresAtS - latestS} s later than asked for`)
	if (header.startEpoch > epoch || header.endEpoch <= epoch)
		throw new Error(
			`the subintent is valid in epochs ${header.startEpoch} to ${header.endEpoch}, but now is epoch ${epoch}`,
		)
	if (header.minTimestampS != null && header.minTimestampS * 1000 > nowMs)
		throw new Error('the subintent is not valid yet')
}

function expect(what: string, found: unknown, wanted: unknown): void {
	if (found !== wanted)
		throw new Error(`the subintent is not what was asked for: ${what} is ${String(found)}, not ${String(wanted)}`)
}
