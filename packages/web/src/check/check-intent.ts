import type { Codec, LimitOrderTerms, PublicKey } from '@accord/codec'
import {
	type Decimal,
	type Fee,
	isPairOf,
	type LimitOrder,
	type Token,
	type TracedItem,
	type TradeTrace,
} from '@accord/protocol'
import { formatAmount } from '../format/format-amount.ts'
import { shortId } from '../format/short-id.ts'
import { whoseIntent } from '../trades/trace-labels.ts'
import { type Check, fails, holds, reasonOf, unknown } from './check.ts'
import { checkRecord } from './check-record.ts'
import { type CheckedSignature, checkSignedSubintent } from './check-subintent.ts'
import type { SignedSubintent } from './signed-bytes.ts'

/** A signed intent as its bytes state it, with its checks. `signed` and `terms` are present if they could be read. */
export type CheckedIntent = {
	readonly name: string
	readonly subintentId: string
	readonly signatures: readonly CheckedSignature[]
	readonly checks: readonly Check[]
	readonly signed?: SignedSubintent
	readonly terms?: LimitOrderTerms
}

/** The values to compare with. */
export type CheckContext = {
	readonly codec: Codec
	readonly networkId: number
	readonly tokens: ReadonlyMap<string, Token>
	readonly trace: TradeTrace
}

/**
 * Checks every intent of a trade, each followed by the service's wrapper around it, and waits for `pause` before each: one
 * takes some milliseconds. Never throws.
 */
export async function checkIntents(context: CheckContext, pause: () => Promise<void>): Promise<CheckedIntent[]> {
	const checked: CheckedIntent[] = []
	for (const item of context.trace.items) {
		await pause()
		checked.push(checkSigned(item, context))
		if (item.outer === undefined) continue
		await pause()
		checked.push(checkOuter(item, item.outer, context))
	}
	return checked
}

function checkSigned(item: TracedItem, context: CheckContext): CheckedIntent {
	const { subintentId, manifest, signedPartialTransaction } = item
	const named = { name: whoseIntent(item, context.trace), subintentId }
	if (signedPartialTransaction === undefined) return { ...named, signatures: [], checks: [leftOut] }
	const { codec, networkId } = context
	const { checks, ...read } = checkSignedSubintent(
		codec,
		{ subintentId, manifest, signedPartialTransaction },
		networkId,
	)
	const claims = claimsOf(item, context.trace)
	const terms = termsOf(codec, signedPartialTransaction, networkId)
	const signers = read.signatures.flatMap(({ signer = [] }) => signer)
	return {
		...named,
		...read,
		...(terms === undefined ? {} : { terms }),
		checks: [
			...checks,
			...checkPair(item, context.trace),
			checkTerms(terms, claims, context),
			checkOwner(signers, claims.account, context),
		],
	}
}

function checkOuter(
	item: TracedItem,
	{ subintentId, manifest, signedPartialTransaction }: NonNullable<TracedItem['outer']>,
	{ codec, networkId, trace }: CheckContext,
): CheckedIntent {
	const named = { name: `${whoseIntent(item, trace)}, wrapped by the service`, subintentId }
	if (signedPartialTransaction === undefined) return { ...named, signatures: [], checks: [leftOut] }
	const claimed = { subintentId, manifest, signedPartialTransaction }
	const { checks, ...read } = checkSignedSubintent(codec, claimed, networkId)
	const inside = checkInside(item, signedPartialTransaction, { codec, networkId })
	const match = item.role === 'order' ? checkRecord(trace, read.signed) : []
	return { ...named, ...read, checks: [...checks, inside, ...match] }
}

const leftOut = unknown('Bytes', 'The service leaves out the bytes of such a large intent.')

/** The wrapper must contain exactly what was signed. */
function checkInside(
	{ subintentId, signedPartialTransaction }: TracedItem,
	outer: string,
	{ codec, networkId }: Pick<CheckContext, 'codec' | 'networkId'>,
): Check {
	const title = 'Inside'
	try {
		const inner = codec.unwrap(outer, networkId)
		return inner.subintentId === subintentId && inner.signedPartialTransaction === signedPartialTransaction
			? holds(title, 'The contents are, byte for byte, what was signed.')
			: fails(title, `The contents, ${inner.subintentId}, are not, byte for byte, what was signed.`)
	} catch (error) {
		return fails(title, `The contents cannot be read: ${reasonOf(error)}`)
	}
}

type Claims = { readonly limitOrder: LimitOrder; readonly fee: Fee; readonly account: string }

function claimsOf({ subintentId }: TracedItem, trace: TradeTrace): Claims {
	return trace.parts.find(({ fill }) => fill?.subintentId === subintentId)?.fill ?? trace
}

function termsOf(codec: Codec, bytes: string, networkId: number): LimitOrderTerms | undefined {
	try {
		return codec.readSignedLimitOrder(bytes, networkId).reading.terms
	} catch {
		return undefined
	}
}

/** Prices are shown in the pair's tokens, which must be those that the order exchanges. */
function checkPair({ role }: TracedItem, { pair, limitOrder: { sell, buy } }: TradeTrace): Check[] {
	if (role !== 'order' || isPairOf(pair, sell.symbol, buy.symbol)) return []
	return [
		fails(
			'Terms',
			`The order exchanges ${sell.symbol} and ${buy.symbol}, but is shown as one of ${pair.base} and ${pair.quote}.`,
		),
	]
}

/** Compares the instructions with what the page shows. */
function checkTerms(terms: LimitOrderTerms | undefined, claims: Claims, { tokens }: CheckContext): Check {
	const title = 'Terms'
	if (terms === undefined) return unknown(title, 'The terms cannot be read from these bytes.')
	const symbolOf = (resource: string) => symbolFor(resource, tokens)
	const signed = {
		sell: `${formatAmount(terms.sell.amount)} ${symbolOf(terms.sell.resource)}`,
		buy: `${formatAmount(terms.buy.amount)} ${symbolOf(terms.buy.resource)}`,
		fees: feesOf(terms.fee, symbolOf(terms.sell.resource)),
		account: terms.account,
	}
	const { limitOrder, fee, account } = claims
	const shown = {
		sell: `${formatAmount(limitOrder.sell.amount)} ${limitOrder.sell.symbol}`,
		buy: `${formatAmount(limitOrder.buy.amount)} ${limitOrder.buy.symbol}`,
		fees: feesOf(fee, limitOrder.sell.symbol),
		account,
	}
	return sentence(signed) === sentence(shown)
		? holds(title, `The bytes ${sentence({ ...signed, account: shortId(account) })}, as is shown.`)
		: fails(title, `The bytes ${sentence(signed)}, but what is shown would ${sentence(shown)}.`)
}

type FeeAmounts = { readonly platformAmount: Decimal; readonly settlementAmount: Decimal }

/** Both fees are paid in the token sold. */
function feesOf({ platformAmount, settlementAmount }: FeeAmounts, symbol: string): string {
	return `${formatAmount(platformAmount)} and ${formatAmount(settlementAmount)} ${symbol}`
}

type Terms = { sell: string; buy: string; fees: string; account: string }

function sentence({ sell, buy, fees, account }: Terms): string {
	return `pay ${sell} for at least ${buy}, with fees of ${fees}, from ${account}`
}

/**
 * A key owns the account whose address contains its hash. Other accounts are secured by rules that only the ledger
 * knows.
 */
function checkOwner(signers: readonly PublicKey[], account: string, { codec, networkId }: CheckContext): Check {
	const title = 'Account'
	const owner = signers.find(signer => codec.accountAddress(signer, networkId) === account)
	if (owner !== undefined)
		return holds(title, `The paying account, ${shortId(account)}, belongs to the key ${shortId(owner.publicKey)}.`)
	return unknown(
		title,
		'The paying account does not belong to any one of the signing keys: only the ledger knows who may use it.',
	)
}

/** A token's symbol, or the address of a token that is not traded here. */
export function symbolFor(resource: string, tokens: ReadonlyMap<string, Token>): string {
	return [...tokens.values()].find(({ resourceAddress }) => resourceAddress === resource)?.symbol ?? resource
}
