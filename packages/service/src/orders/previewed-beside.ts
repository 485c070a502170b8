import { TradeError } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { OpenIntent } from './account-funds.ts'
import { selectSignedBytes } from './open-intents-table.ts'

/** A ledger transaction holds 32 subintents: so many orders or fills, each in its outer. */
export const intentsPerPreviewMax = 16

/**
 * The bytes of the account's open intents that a new one is previewed with, oldest first: all of them where a prefix is
 * involved, none otherwise, for then their sums are enough, however many they are.
 * @throws TradeError `too_many_open_orders` where one ledger transaction cannot hold them all
 */
export async function previewedBeside(
	db: Database,
	{ hasPrefix, open }: { hasPrefix: boolean; open: readonly OpenIntent[] },
): Promise<readonly string[]> {
	const isPrefixInvolved = hasPrefix || open.some(intent => intent.hasPrefix)
	if (!isPrefixInvolved || open.length === 0) return []
	if (open.length >= intentsPerPreviewMax) throw tooMany(open.length)
	return selectSignedBytes(
		db,
		open.map(({ subintentHash }) => subintentHash),
	)
}

function tooMany(open: number): TradeError {
	const detail = `the account has ${open} open orders and fills, at most ${intentsPerPreviewMax - 1} may be open beside one with instructions before the schema`
	return new TradeError('too_many_open_orders', detail)
}
