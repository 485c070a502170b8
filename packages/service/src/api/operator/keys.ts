import { ApiKey, type Clock, IssuedApiKey, RotatedApiKey, TradeError } from '@accord/protocol'
import type { operatorKeyOperations } from '@accord/protocol/contract'
import { apiKeys, issueApiKey, revokeApiKey, rotateApiKey } from '../../accounts/api-keys.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Bus } from '../../bus/bus.ts'
import type { DatabaseLanes } from '../../db/database-lanes.ts'
import { findMaker, type MakersDeps } from '../../operator/makers.ts'
import type { Handlers } from '../http/routes.ts'
import { actorOf } from './actor.ts'

export type KeysDeps = MakersDeps & {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: Clock
	readonly bus: Bus
}

const overlapDefaultS = 86_400

/** Makers' API keys: issued and rotated, each shown once, and revoked. */
export function operatorKeyHandlers(deps: KeysDeps): Handlers<typeof operatorKeyOperations> {
	const { clock } = deps
	return {
		issueKey: async ({ params: { maker_id: makerId }, body, request }) => {
			const actor = actorOf(request)
			const issued = await recordAct(deps, async ({ database }) => {
				await findMaker(deps, { database, makerId })
				const { apiKey, ...after } = await issueApiKey({ database, clock }, { makerId, label: body?.label })
				return {
					result: { ...after, apiKey },
					act: { act: 'key_issued', actor, subject: after.keyId, after: ApiKey.format(after) },
				}
			})
			return IssuedApiKey.format(issued)
		},
		rotateKey: async ({ params: { key_id: keyId }, body, request }) => {
			const actor = actorOf(request)
			const { overlapS = overlapDefaultS, label } = body ?? {}
			const rotated = await recordAct(deps, async within => {
				const result = await rotateApiKey({ clock, ...within }, { keyId, overlapMs: overlapS * 1000, label })
				const { apiKey: _, replaces, ...issued } = result
				const after = { replaced: ApiKey.format(replaces), issued: ApiKey.format(issued) }
				return { result, act: { act: 'key_rotated', actor, subject: keyId, after } }
			})
			return RotatedApiKey.format(rotated)
		},
		revokeKey: async ({ params: { key_id: keyId }, request }) => {
			const actor = actorOf(request)
			return await recordAct(deps, async within => {
				const [before] = (await apiKeys({ clock, ...within })).filter(key => key.keyId === keyId)
				const revoked = await revokeApiKey({ clock, ...within }, { keyId })
				if (before === undefined || revoked === undefined)
					throw new TradeError('unknown_key', `there is no key ${keyId}`)
				const after = ApiKey.format(revoked)
				return {
					result: after,
					act: { act: 'key_revoked', actor, subject: keyId, before: ApiKey.format(before), after },
				}
			})
		},
	}
}
