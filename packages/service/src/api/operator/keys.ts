import { type Clock, formatApiKey, formatIssuedApiKey, formatRotatedApiKey, TradeError } from '@accord/protocol'
import type { operatorKeyOperations } from '@accord/protocol/contract'
import type { Kysely } from 'kysely'
import { issueApiKey, revokeApiKey, rotateApiKey } from '../../accounts/api-keys.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Tables } from '../../db/tables.ts'
import { findMaker, type MakersDeps } from '../../operator/makers.ts'
import type { Handlers } from '../http/routes.ts'

export type KeysDeps = MakersDeps & {
	readonly db: Kysely<Tables>
	readonly clock: Clock
	readonly bus: Bus
}

const overlapDefaultS = 86_400

/** Makers' API keys: issued and rotated, each shown once, and revoked. */
export function operatorKeyHandlers(deps: KeysDeps): Handlers<typeof operatorKeyOperations> {
	return {
		issueKey: async ({ params: { maker_id: makerId }, body }) => {
			await findMaker(deps, makerId)
			return formatIssuedApiKey(await issueApiKey(deps, { makerId, label: body?.label }))
		},
		rotateKey: async ({ params: { key_id: keyId }, body }) => {
			const { overlap_s: overlapS = overlapDefaultS, label } = body ?? {}
			return formatRotatedApiKey(await rotateApiKey(deps, { keyId, overlapMs: overlapS * 1000, label }))
		},
		revokeKey: async ({ params: { key_id: keyId } }) => {
			const revoked = await revokeApiKey(deps, { keyId })
			if (revoked === undefined) throw new TradeError('unknown_key', `there is no key ${keyId}`)
			return formatApiKey(revoked)
		},
	}
}
