import {
	createSubintent,
	intentHeader,
	readManifest,
	readSubintent,
	type SignedPartialInfo,
	type SubintentInfo,
} from '@accord/ledger'
import type { CheckOrderWire, ErrorCode } from '@accord/protocol'
import { readSignedPartial } from './read-signed-partial.ts'
import { refuseBytes } from './refuse-bytes.ts'

/** A manifest has no header yet: it is taken as one that expires so far ahead. */
const manifestExpiryS = 45
const manifestEpochs = 2

type ReadRules = { readonly networkId: number; readonly epoch: number; readonly nowMs: number }

/**
 * Reads what is to be checked as if it had been handed in; what is unsigned has no signers.
 * @throws TradeError of the codes in {@link refuseBytes}, or `body_too_large`
 */
export function readCheckedOrder(rules: ReadRules, body: CheckOrderWire): SignedPartialInfo {
	const { manifest, subintent = '', signed_partial_transaction: signed } = body
	if (signed !== undefined) return readSignedPartial(rules, signed)
	if (manifest !== undefined) return unsigned(rules, compile(rules, manifest))
	return unsigned(rules, subintent.toLowerCase())
}

function compile({ networkId, epoch, nowMs }: ReadRules, manifest: string): string {
	const maxTimestampS = Math.floor(nowMs / 1000) + manifestExpiryS
	const window = { startEpoch: epoch, endEpoch: epoch + manifestEpochs, maxTimestampS }
	return orRefuse('invalid_manifest', () => {
		readManifest(manifest, networkId)
		return createSubintent({ manifest, header: intentHeader({ networkId, window }) }).subintent
	})
}

function unsigned({ networkId }: ReadRules, subintent: string): SignedPartialInfo {
	const info: SubintentInfo = orRefuse('invalid_subintent', () => readSubintent(subintent, networkId))
	return { ...info, rootSubintent: subintent, signers: [], subintents: [] }
}

function orRefuse<T>(otherwise: ErrorCode, read: () => T): T {
	try {
		return read()
	} catch (cause) {
		throw refuseBytes(cause, otherwise)
	}
}
