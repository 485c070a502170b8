import {
	type AddonErrorCode,
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
	type CheckOrderWire,
	defaultExpiresInSeconds,
	type ErrorCode,
	signedPartialBytesMax,
	TradeError,
} from '@accord/protocol'

/**
 * Reads the bytes of a signed partial transaction: decoded, its signatures verified and statically validated, as the
 * ledger would. Nothing is said about who owns what, and a transaction without any signature passes.
 * @throws TradeError of the codes in {@link toDecodeError}, or `body_too_large`
 */
export function readSignedPartial({ networkId }: { networkId: number }, hex: string): SignedLimitOrder {
	if (hex.length > 2 * signedPartialBytesMax) {
		throw new TradeError('body_too_large', `a signed partial transaction has at most ${signedPartialBytesMax} bytes`)
	}
	try {
		return readSignedLimitOrder(hex.toLowerCase(), networkId)
	} catch (cause) {
		throw toDecodeError(cause, 'invalid_signed_partial_transaction')
	}
}

/** A manifest has no header yet: it is taken as valid for so many epochs, with the default expiry. */
const manifestEpochs = 2

type ReadRules = { readonly networkId: number; readonly epoch: number; readonly nowMs: number }

/**
 * Reads what is to be checked as if it had been handed in; what is unsigned has no signers.
 * @throws TradeError of the codes in {@link toDecodeError}, or `body_too_large`
 */
export function readCheckedOrder(rules: ReadRules, body: CheckOrderWire): SignedLimitOrder {
	const { manifest, subintent = '', signed_partial_transaction: signed } = body
	if (signed !== undefined) return readSignedPartial(rules, signed)
	if (manifest !== undefined) return unsigned(rules, compile(rules, manifest))
	return unsigned(rules, subintent.toLowerCase())
}

function compile({ networkId, epoch, nowMs }: ReadRules, manifest: string): string {
	const maxTimestampS = Math.floor(nowMs / 1000) + defaultExpiresInSeconds
	const window = { startEpoch: epoch, endEpoch: epoch + manifestEpochs, maxTimestampS }
	return decodeOr('invalid_manifest', () => {
		readManifest(manifest, networkId)
		return createSubintent({ manifest, header: intentHeader({ networkId, window }) }).subintent
	})
}

function unsigned({ networkId }: ReadRules, subintent: string): SignedLimitOrder {
	const info: SubintentInfo = decodeOr('invalid_subintent', () => readSubintent(subintent, networkId))
	return withReading({ ...info, rootSubintent: subintent, signers: [], subintents: [] })
}

function decodeOr<T>(otherwise: ErrorCode, read: () => T): T {
	try {
		return read()
	} catch (cause) {
		throw toDecodeError(cause, otherwise)
	}
}

const codes: Readonly<Partial<Record<AddonErrorCode, ErrorCode>>> = {
	bad_hex: 'invalid_hex',
	wrong_network: 'wrong_network',
	bad_address: 'invalid_address',
	bad_signature: 'invalid_signature',
	bad_manifest: 'invalid_manifest',
	too_large: 'body_too_large',
}

/** How the ledger's static validation says it. */
const wrongSignature = /InvalidIntentSignature/

/**
 * What the ledger's library found wrong, as a refusal; `otherwise` for bytes that are no such thing or that the ledger
 * would not take. Anything that is not about the bytes comes back as it is: it is our own fault.
 */
export function toDecodeError(cause: unknown, otherwise: ErrorCode): unknown {
	if (!(cause instanceof Error) || !('code' in cause)) return cause
	const known = wrongSignature.test(cause.message) ? 'invalid_signature' : codes[cause.code as AddonErrorCode]
	const isAboutBytes = cause.code === 'bad_payload' || cause.code === 'invalid_transaction'
	if (known === undefined && !isAboutBytes) return cause
	const detail = cause.message.replace(/^[a-z_]+: /, '')
	return new TradeError(known ?? otherwise, detail, { cause })
}
