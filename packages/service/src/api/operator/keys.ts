import { type Clock, TradeError } from '@accord/protocol'
import type { operatorKeyOperations } from '@accord/protocol/contract'
import type { Kysely } from 'kysely'
import { type IssuedApiKey, issueApiKey, revokeApiKey, rotateApiKey } from '../../accounts/api-keys.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Tables } from '../../db/tables.ts'
import { type DescribeMakersDeps, describeMaker } from '../../operator/describe-makers.ts'
import type { Handlers } from '../http/routes.ts'
import { formatApiKey } from './operator-wire.ts'

export type KeysDeps = DescribeMakersDeps & {
	readonly db: Kysely<Tables>
	readonly clock: Clock
	readonly bus: Bus
}

const overlapDefaultS = 86_400

/** Makers' API keys: issued and rotated, each shown once, and revoked. */
export function operatorKeyHandlers(deps: KeysDeps): Handlers<typeof operatorKeyOperations> {
	const { clock } = deps
	const formatIssued = (issued: IssuedApiKey) => ({ ...formatApiKey(issued, clock.nowMs()), api_key: issued.apiKey })
	return {
		issueKey: async ({ params: { maker_id: makerId }, body }) => {
			await describeMaker(deps, makerId)
			return formatIssued(await issueApiKey(deps, { makerId, label: body?.label }))
		},
		rotateKey: async ({ params: { key_id: keyId }, body }) => {
			const { overlap_s: overlapS = overlapDefaultS, label } = body ?? {}
			const { issued, replaced } = await rotateApiKey(deps, { keyId, overlapMs: overlapS * 1000, label })
			return { ...formatIssued(issued), replaces: formatApiKey(replaced, clock.nowMs()) }
		},
		revokeKey: async ({ params: { key_id: keyId } }) => {
			const revoked = await revokeApiKey(deps, { keyId })
			if (revoked === undefined) throw new TradeError('unknown_key', `there is no key ${keyId}`)
			return formatApiKey(revoked, clock.nowMs())
		},
	}
}
