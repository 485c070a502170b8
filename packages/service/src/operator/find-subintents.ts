import { callGateway, GatewayError, parseSubintentId, parseTransactionId } from '@accord/ledger'
import { TradeError } from '@accord/protocol'
import { subintentHashIn } from '../intents/subintent-hash.ts'
import type { Platform } from '../platform/platform.ts'

// The guarantee: an order is found by a transaction through the ledger, which knows the transaction's subintents, and
// by the key of its table: no list is searched.

type Wanted = { readonly subintent?: string | undefined; readonly transaction_id?: string | undefined }

/**
 * The hashes of the subintents that are asked for: one, those of a transaction, or what both have in common; undefined
 * if neither is given. @throws TradeError `validation_failed`, `ledger_unavailable`
 */
export async function subintentHashesOf(
	platform: Pick<Platform, 'gateway' | 'market'>,
	{ subintent, transaction_id: transactionId }: Wanted,
): Promise<readonly string[] | undefined> {
	const one = subintent === undefined ? undefined : hashOf(subintent)
	if (transactionId === undefined) return one === undefined ? undefined : [one]
	const hashes = (await subintentsIn(platform, transactionId)).map(id => parseSubintentId(id).hash)
	return one === undefined ? hashes : hashes.filter(hash => hash === one)
}

function hashOf(subintent: string): string {
	if (/^[0-9a-f]{64}$/i.test(subintent)) return subintent.toLowerCase()
	const hash = subintentHashIn(subintent)
	if (hash !== undefined) return hash
	throw invalid({ pointer: '/subintent', expected: 'a subintent id (subtxid_…) or hash', found: subintent })
}

/** The ids of all subintents in a transaction; none if the ledger does not have it. */
async function subintentsIn(
	{ gateway, market }: Pick<Platform, 'gateway' | 'market'>,
	transactionId: string,
): Promise<readonly string[]> {
	if (networkOf(transactionId) !== market.networkId) {
		const expected = `a transaction id (txid_…) of network ${market.networkId}`
		throw invalid({ pointer: '/transaction_id', expected, found: transactionId })
	}
	try {
		const details = await callGateway(() => gateway.committedDetails(transactionId))
		const { child_subintent_hashes: children = [], subintent_details: inside } = details
		return [...new Set([...(children ?? []), ...(inside ?? []).map(({ subintent_hash: id }) => id)])]
	} catch (error) {
		if (error instanceof GatewayError && error.kind === 'not_found') return []
		throw error
	}
}

function networkOf(transactionId: string): number | undefined {
	try {
		return parseTransactionId(transactionId).networkId
	} catch {
		return undefined
	}
}

function invalid(item: { readonly pointer: string; readonly expected: string; readonly found: string }): TradeError {
	return TradeError.fromViolations([{ code: 'validation_failed', item }])
}
