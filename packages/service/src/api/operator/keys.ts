import { ApiKey, IssuedApiKey, RotatedApiKey, TradeError } from '@accord/protocol'
import type { operatorKeyOperations } from '@accord/protocol/contract'
import { apiKeys, issueApiKey, revokeApiKey, rotateApiKey, setKeyAddresses } from '../../accounts/api-keys.ts'
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
		setKeyAddresses: async ({ params: { key_id: keyId }, body: { allowed_from: allowedFrom }, request }) => {
			const actor = actorOf(request)
			return await recordAct(platform, async within => {
				const [before] = (await apiKeys({ clock, ...within })).filter(key => key.keyId === keyId)
				const set = await setKeyAddresses({ clock, ...within }, { keyId, allowedFrom })
				if (before === undefined || set === undefined) throw new TradeError('unknown_key', `there is no key ${keyId}`)
				const after = ApiKey.format(set)
				const act = { act: 'key_addresses_set', actor, subject: keyId, before: ApiKey.format(before), after } as const
				return { result: after, act }
			})
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
