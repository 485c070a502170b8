import { setAllowedFromWire } from '../../operator/allowed-from.ts'
import { AuditPage, auditArchiveWire, auditQueryWire } from '../../operator/audit-entry.ts'
import { keyPathWire } from '../../operator/maker.ts'
import { IssuedOperatorKey, issueOperatorKeyWire, OperatorKey, OperatorKeys } from '../../operator/operator-key.ts'
import { exampleTime } from '../examples/market.ts'
import {
	exampleAuditArchive,
	exampleAuditEntry,
	exampleNewOperatorKey,
	exampleOperatorKey,
} from '../examples/operator.ts'
import { answered, type OperationTable, parameters, sample, withIds } from '../operation.ts'

const ofKey = parameters(keyPathWire, { key_id: exampleOperatorKey.key_id })

/** The keys to the operator API itself. */
export const operatorAccessOperations = withIds({
	getOperatorKeys: {
		method: 'get',
		path: '/operator/operator-keys',
		tag: 'Access',
		summary: 'Every key to this interface, without its secret',
		description: 'The key of the configuration is not among them: it is always valid, and an admin’s.',
		auth: 'admin',
		answers: answered('Oldest first, revoked ones included.', OperatorKeys, { keys: [exampleOperatorKey] }),
		errors: [],
	},
	issueOperatorKey: {
		method: 'post',
		path: '/operator/operator-keys',
		tag: 'Access',
		summary: 'Issue a key to this interface',
		description: '`operator_key` is shown only this once; the service stores its hash. No two valid keys share a name.',
		auth: 'admin',
		body: sample(issueOperatorKeyWire, { name: 'night-shift', role: 'operator' }),
		answers: answered('The key.', IssuedOperatorKey, exampleNewOperatorKey),
		errors: ['name_taken'],
	},
	revokeOperatorKey: {
		method: 'delete',
		path: '/operator/operator-keys/{key_id}',
		tag: 'Access',
		summary: 'Revoke a key to this interface',
		description: 'At once. Repeating it changes nothing.',
		auth: 'admin',
		pathParameters: ofKey,
		answers: answered('The key, revoked now or before.', OperatorKey, {
			...exampleOperatorKey,
			state: 'revoked',
			revoked_at_ms: exampleTime.ms,
		}),
		errors: ['validation_failed', 'unknown_key'],
	},
	setOperatorKeyAddresses: {
		method: 'put',
		path: '/operator/operator-keys/{key_id}/allowed-from',
		tag: 'Access',
		summary: 'The addresses that a key to this interface may be used from',
		description: 'Addresses and networks, as seen behind `trusted_proxies`; an empty list: anywhere.',
		auth: 'admin',
		pathParameters: ofKey,
		body: sample(setAllowedFromWire, { allowed_from: ['192.0.2.0/24'] }),
		answers: answered('The key.', OperatorKey, { ...exampleOperatorKey, allowed_from: ['192.0.2.0/24'] }),
		errors: ['validation_failed', 'unknown_key'],
	},
	getAuditLog: {
		method: 'get',
		path: '/operator/audit',
		tag: 'Access',
		summary: 'The audit log',
		description:
			'Every decision of the service and every act of an operator, oldest first, in pages of at most about 2 MB. The next page starts after the last number. An entry is chained, and here, about a second after it was written.',
		auth: 'viewer',
		query: parameters(auditQueryWire, { after: 41, limit: 100 }),
		answers: answered('One page; empty after the newest entry.', AuditPage, {
			entries: [exampleAuditEntry],
			head: { number: exampleAuditEntry.number, hash: exampleAuditEntry.hash },
		}),
		errors: [],
	},
	archiveAuditLog: {
		method: 'post',
		path: '/operator/audit/archives',
		tag: 'Access',
		summary: 'Remove the oldest entries of the audit log, which are in a file',
		description:
			'Write them to the file and verify it before: `accord audit archive` does. The entry with the last number must have this hash. The chain continues from it, and the log names the act.',
		auth: 'admin',
		body: sample(auditArchiveWire, exampleAuditArchive),
		answers: answered('The archive as recorded.', auditArchiveWire, exampleAuditArchive),
		errors: [],
	},
} satisfies OperationTable)
