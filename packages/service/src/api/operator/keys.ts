import { ApiKey, IssuedApiKey, RotatedApiKey, TradeError } from '@accord/protocol'
import type { operatorKeyOperations } from '@accord/protocol/contract'
import { apiKeys, issueApiKey, revokeApiKey, rotateApiKey } from '../../accounts/api-keys.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findMaker } from '../../operator/makers.ts'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import type { Handlers } from '../http/routes.ts'
import { actorOf } from './operator-key.ts'

type KeysRooms = Pick<OperatorRooms, 'platform' | 'node'>

const overlapDefaultS = 86_400

/** Makers' API keys: issued and rotated, each shown once, and revoked. */
export function operatorKeyHandlers(rooms: KeysRooms): Handlers<typeof operatorKeyOperations> {
	const { platform } = rooms
	const { clock } = platform
	return {
		issueKey: async ({ params: { maker_id: makerId }, body, request }) => {
			const actor = actorOf(request)
			const issued = await recordAct(platform, async ({ database }) => {
				await findMaker(rooms, { database, makerId })
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
			const rotated = await recordAct(platform, async within => {
				const result = await rotateApiKey({ clock, ...within }, { keyId, overlapMs: overlapS * 1000, label })
				const { apiKey: _, replaces, ...issued } = result
				const after = { replaced: ApiKey.format(replaces), issued: ApiKey.format(issued) }
				return { result, act: { act: 'key_rotated', actor, subject: keyId, after } }
			})
			return RotatedApiKey.format(rotated)
		},
		revokeKey: async ({ params: { key_id: keyId }, request }) => {
			const actor = actorOf(request)
			return await recordAct(platform, async within => {
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
