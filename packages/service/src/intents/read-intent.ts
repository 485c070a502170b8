import {
	type CodecErrorCode,
	createSubintent,
	intentHeader,
	readManifest,
	readSignedLimitOrder,
	readSubintent,
	type SignedLimitOrder,
	type SubintentInfo,
	withReading,
} from '@accord/ledger'
import {
	defaultExpiresInSeconds,
	type ErrorCode,
	type OrderSource,
	pairKey,
	signedPartialBytesMax,
	TradeError,
} from '@accord/protocol'
import type { Market } from '../market/market.ts'
import { work } from '../threads/work-threads.ts'

/** A signed limit order, or an unsigned one without signers. */
export type SignedIntent = SignedLimitOrder

/**
 * Reads the bytes of a signed partial transaction: decodes them, verifies the signatures and validates statically, as the
 * ledger would. Ownership is not checked, and a transaction without signatures passes.
 * @throws TradeError of the codes in {@link toDecodeError}, or `body_too_large`
 */
export function readSignedPartial({ networkId }: { networkId: number }, hex: string): SignedIntent {
	if (hex.length > 2 * signedPartialBytesMax) {
		throw new TradeError('body_too_large', `a signed partial transaction has at most ${signedPartialBytesMax} bytes`)
	}
	try {
		return readSignedLimitOrder(hex, networkId)
	} catch (cause) {
		throw toDecodeError(cause, 'invalid_signed_partial_transaction')
	}
}

/** {@link readSignedPartial} for anything sent by a client. */
export const signedPartialWork = work(import.meta.url, readSignedPartial)

/**
 * A bare manifest has no header, so it is checked as if it were valid for this many epochs, with the default expiry.
 */
const manifestEpochs = 2

type ReadRules = { readonly networkId: number; readonly epoch: number; readonly nowMs: number }

/**
 * Reads an order to check as if it had been submitted; an unsigned one has no signers.
 * @throws TradeError of the codes in {@link toDecodeError}, or `body_too_large`
 */
export function readCheckedOrder(rules: ReadRules, source: OrderSource): SignedIntent {
	if (source.signedPartialTransaction !== undefined) return readSignedPartial(rules, source.signedPartialTransaction)
	if (source.manifest !== undefined) return unsigned(rules, compile(rules, source.manifest))
	return unsigned(rules, source.subintent.toLowerCase())
}

/** {@link readCheckedOrder} for anything sent by a client. */
export const checkedOrderWork = work(import.meta.url, readCheckedOrder)

function compile({ networkId, epoch, nowMs }: ReadRules, manifest: string): string {
	const maxTimestampS = Math.floor(nowMs / 1000) + defaultExpiresInSeconds
	const window = { startEpoch: epoch, endEpoch: epoch + manifestEpochs, maxTimestampS }
	return decodeOr('invalid_manifest', () => {
		readManifest(manifest, networkId)
		return createSubintent({ manifest, header: intentHeader({ networkId, window }) }).subintent
	})
}

/** The accounts behind an order: its own, and those of the keys that signed it. */
export function ownAccounts({ reading, signerAccounts }: SignedIntent): string[] {
	const { account } = reading.terms ?? {}
	return [...(account === undefined ? [] : [account]), ...signerAccounts]
}

/** Who trades what in an intent, for the log: what its bytes do not say, or is not traded here, is left out. */
export function loggedTerms(
	{ reading: { terms } }: Pick<SignedIntent, 'reading'>,
	market: Pick<Market, 'tokenByAddress' | 'pairOf'>,
): { account?: string; pair?: string } {
	if (terms === undefined) return {}
	const symbolOf = (resource: string) => market.tokenByAddress(resource)?.symbol ?? ''
	const traded = market.pairOf({ sell: symbolOf(terms.sell.resource), buy: symbolOf(terms.buy.resource) })
	return { account: terms.account, ...(traded && { pair: pairKey(traded.pair) }) }
}

/**
 * Whether a key that signed owns the account by its address, as for nearly all accounts. Only a preview can tell whether
 * other signers own it. Until it is known, no answer may depend on the account’s open intents or its makers.
 */
export function isSignedByOwner({ signerAccounts }: Pick<SignedIntent, 'signerAccounts'>, account: string): boolean {
	return signerAccounts.includes(account)
}

/**
 * The accounts whose funds an intent may take: its own and, with a prefix, those that this withdraws from and those of
 * the keys that signed it.
 */
export function payersOf({ reading, signerAccounts }: SignedIntent, account: string): string[] {
	if (!reading.hasPrefix) return [account]
	return [...new Set([account, ...(reading.withdrawsFrom ?? []), ...signerAccounts])]
}

/** Those of its payers whose own keys signed: only of them may an answer tell what they have open. */
export function signedPayersOf(info: SignedIntent, account: string): string[] {
	return payersOf(info, account).filter(payer => isSignedByOwner(info, payer))
}

/** Whether the account could be the signers' by its address; an unsigned intent counts as signed by its owner. */
export function mayOwn({ signerAccounts }: Pick<SignedIntent, 'signerAccounts'>, account: string): boolean {
	return signerAccounts.length === 0 || signerAccounts.includes(account)
}

function unsigned({ networkId }: ReadRules, subintent: string): SignedIntent {
	const info: SubintentInfo = decodeOr('invalid_subintent', () => readSubintent(subintent, networkId))
	return { ...withReading({ ...info, rootSubintent: subintent, signers: [], subintents: [] }), signerAccounts: [] }
}

/** The result of `read`. @throws TradeError of the codes in {@link toDecodeError} */
export function decodeOr<T>(otherwise: ErrorCode, read: () => T): T {
	try {
		return read()
	} catch (cause) {
		throw toDecodeError(cause, otherwise)
	}
}

const codes: Readonly<Partial<Record<CodecErrorCode, ErrorCode>>> = {
	bad_hex: 'invalid_hex',
	wrong_network: 'wrong_network',
	bad_address: 'invalid_address',
	bad_signature: 'invalid_signature',
	bad_manifest: 'invalid_manifest',
	too_large: 'body_too_large',
}

/** How the codec reports a wrong signature that the ledger's static validation finds. */
const wrongSignature = /^a signature does not verify/

/**
 * Converts an error of the ledger's library to a `TradeError`, with the code `otherwise` for bytes that cannot be decoded
 * or that the ledger would not accept. An error that is not about the bytes is returned unchanged: it is our bug.
 */
export function toDecodeError(cause: unknown, otherwise: ErrorCode): unknown {
	if (!(cause instanceof Error) || !('code' in cause)) return cause
	const known = wrongSignature.test(cause.message) ? 'invalid_signature' : codes[cause.code as CodecErrorCode]
	// The codec does not accept half a surrogate pair as text; the numbers come from us and are whole.
	const isAboutBytes = ['bad_payload', 'invalid_transaction', 'bad_argument'].includes(String(cause.code))
	if (known === undefined && !isAboutBytes) return cause
	const detail = cause.message.replace(/^[a-z_]+: /, '')
	return new TradeError(known ?? otherwise, detail, { cause })
}
