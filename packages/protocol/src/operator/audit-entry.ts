import * as z from '#schema'
import { countWire, timestampWire, wholeNumberText } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'

/** The kinds of audit entries: decisions of the service, and acts of operators. */
export const auditActs = [
	'order_accepted',
	'order_refused',
	'order_rerouted',
	'part_filled',
	'fill_refused',
	'part_rejected',
	'part_timed_out',
	'part_excused',
	'fill_vetoed',
	'order_published',
	'order_ended',
	'ledger_decided',
	'outcome_corrected',
	'maker_created',
	'maker_accounts_added',
	'maker_paused',
	'maker_resumed',
	'level_set',
	'key_issued',
	'key_rotated',
	'key_revoked',
	'key_addresses_set',
	'operator_key_issued',
	'operator_key_revoked',
	'operator_key_addresses_set',
	'operator_refused',
	'audit_archived',
	'database_restored',
	'settings_applied',
	'integrator_created',
	'integrator_set',
	'integrator_revoked',
	'instamint_customer_added',
	'instamint_allowance_set',
	'instamint_prices_set',
	'instamint_paused',
	'instamint_resumed',
	'instamint_reconciled',
] as const
export type AuditAct = (typeof auditActs)[number]

/** The most entries that one GET /operator/audit returns; fewer if they are large. */
export const auditEntriesMax = 1000

/** Query of GET /operator/audit, oldest first. */
export const auditQueryWire = z.object({
	after: wholeNumberText({ min: 0 })
		.optional()
		.describe('Entries with larger numbers; from the first one when absent.'),
	limit: wholeNumberText({ min: 1, max: auditEntriesMax }).optional().describe('100 when absent.'),
})

/** An entry in the chain: its hash covers the one before it and the entire entry. */
export type AuditEntry = ValueOf<typeof AuditEntry>
export const AuditEntry = message({
	number: countWire.describe('Starts at 1, grows by 1.'),
	atMs: timestampWire,
	act: z.enum(auditActs),
	actor: z.string().describe('An account, a maker, an operator’s name, an address, `service` or `ledger`.'),
	/** Empty if the entry names nothing. */
	subject: z.string().describe('An order’s subintent hash, a maker, a key, an account.'),
	detail: z.record(z.string(), z.unknown()),
	hash: z
		.string()
		.describe(
			'SHA-256 over the bytes of the hash before (32 zeros before the first) and this entry without its hash as JSON, keys sorted.',
		),
})

/** An entry of the audit log, without its position in the chain. */
export type AuditRecord = Omit<AuditEntry, 'number' | 'hash'>

/** Entries in the order of their numbers, and the newest one of all. */
export type AuditPage = ValueOf<typeof AuditPage>
/** GET /operator/audit. */
export const AuditPage = message({
	entries: list(AuditEntry),
	head: z
		.object({ number: countWire, hash: z.string() })
		.describe('The newest entry; its number is 0 before the first.'),
	archived: z
		.object({ number: countWire, hash: z.string(), file: z.string() })
		.optional()
		.describe(
			'The newest entry that was archived, and the file that has it: the entries up to it are only in files. Absent if none was.',
		),
})

/** Body of POST /operator/audit/archives: a file to which the oldest entries were written. */
export const auditArchiveWire = z.strictObject({
	first: countWire.describe('Number of its first entry: the one after the newest that is archived.'),
	last: countWire.describe('Number of its last entry, which is of a day that is over.'),
	hash: z
		.string()
		.regex(/^[0-9a-f]{64}$/, 'a hash of 64 hexadecimal digits')
		.describe('Hash of that entry.'),
	file: z.string().min(1).max(255).describe('The file’s name.'),
})

/** The entries from `first` to `last`, to which `hash` belongs, are in a file. */
export type AuditArchive = z.output<typeof auditArchiveWire>
