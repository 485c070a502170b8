import {
	type AuditArchive,
	AuditPage,
	type Clock,
	IssuedOperatorKey,
	OperatorKey,
	OperatorKeys,
	TradeError,
} from '@accord/protocol'
import type { operatorAccessOperations } from '@accord/protocol/contract'
import {
	issueOperatorKey,
	operatorKeys,
	revokeOperatorKey,
	setOperatorKeyAddresses,
} from '../../accounts/operator-keys.ts'
import { recordArchive } from '../../audit/audit-archives.ts'
import { auditPage } from '../../audit/read-log.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Bus } from '../../bus/bus.ts'
import type { DatabaseLanes } from '../../db/database-lanes.ts'
import type { Handlers } from '../http/routes.ts'
import { actorOf } from './operator-key.ts'

type AccessDeps = { readonly db: Pick<DatabaseLanes, 'own'>; readonly clock: Clock; readonly bus: Bus }

const pageDefault = 100

/** The keys to the operator API itself, and the log of acts and decisions. */
export function operatorAccessHandlers(deps: AccessDeps): Handlers<typeof operatorAccessOperations> {
	const { clock } = deps
	return {
		getOperatorKeys: async () => OperatorKeys.format(await operatorKeys(deps.db.own)),
		issueOperatorKey: async ({ request, body }) => {
			const actor = actorOf(request)
			const issued = await recordAct(deps, async ({ database }) => {
				const result = await issueOperatorKey({ database, clock }, { ...body, createdBy: actor })
				const { operatorKey: _, ...key } = result
				const after = OperatorKey.format(key)
				return { result, act: { act: 'operator_key_issued', actor, subject: key.keyId, after } }
			})
			return IssuedOperatorKey.format(issued)
		},
		revokeOperatorKey: async ({ params: { key_id: keyId }, request }) => {
			const actor = actorOf(request)
			return await recordAct(deps, async ({ database }) => {
				const before = (await operatorKeys(database)).find(key => key.keyId === keyId)
				if (before === undefined) throw new TradeError('unknown_key', `there is no operator key ${keyId}`)
				const after = OperatorKey.format(await revokeOperatorKey({ database, clock }, keyId))
				const act = {
					act: 'operator_key_revoked',
					actor,
					subject: keyId,
					before: OperatorKey.format(before),
					after,
				} as const
				return { result: after, act }
			})
		},
		setOperatorKeyAddresses: async ({ params: { key_id: keyId }, body: { allowed_from: allowedFrom }, request }) => {
			const actor = actorOf(request)
			return await recordAct(deps, async ({ database }) => {
				const before = (await operatorKeys(database)).find(key => key.keyId === keyId)
				if (before === undefined) throw new TradeError('unknown_key', `there is no operator key ${keyId}`)
				const after = OperatorKey.format(await setOperatorKeyAddresses({ database }, { keyId, allowedFrom }))
				const change = { before: OperatorKey.format(before), after }
				return { result: after, act: { act: 'operator_key_addresses_set', actor, subject: keyId, ...change } }
			})
		},
		getAuditLog: async ({ query: { after = 0, limit = pageDefault } }) =>
			AuditPage.format(await auditPage(deps.db.own, { after, limit })),
		archiveAuditLog: async ({ body, request }) => {
			const archive: AuditArchive = body
			const actor = actorOf(request)
			return await recordAct(deps, async ({ database }) => {
				await recordArchive(database, { archive, by: actor, nowMs: clock.nowMs() })
				return { result: archive, act: { act: 'audit_archived', actor, subject: archive.file, after: archive } }
			})
		},
	}
}
