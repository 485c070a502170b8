import * as z from 'zod'
import { countWire, timestampWire, wholeNumberText } from '../../fields.ts'
import { type AuditEntry, type AuditPage, auditActs } from '../../operator/audit-entry.ts'

// The audit log in the operator's own interface.

/** The most entries that one GET /operator/audit returns; fewer if they are large. */
export const auditEntriesMax = 1000

/** Query of GET /operator/audit, oldest first. */
export const auditQueryWire = z.object({
	after: wholeNumberText({ min: 0 })
		.optional()
		.describe('Entries with larger numbers; from the first one when absent.'),
	limit: wholeNumberText({ min: 1, max: auditEntriesMax }).optional().describe('100 when absent.'),
})
export type AuditQueryWire = z.infer<typeof auditQueryWire>

/** An entry of the audit log. */
export const auditEntryWire = z.object({
	number: countWire.describe('Starts at 1, grows by 1.'),
	at_ms: timestampWire,
	act: z.enum(auditActs),
	actor: z.string().describe('An account, a maker, an operator’s name, an address, `service` or `ledger`.'),
	subject: z.string().describe('An order’s subintent hash, a maker, a key, an account.'),
	detail: z.record(z.string(), z.unknown()),
	hash: z
		.string()
		.describe(
			'SHA-256 over the bytes of the hash before (32 zeros before the first) and this entry without its hash as JSON, keys sorted.',
		),
})
export type AuditEntryWire = z.infer<typeof auditEntryWire>

/** Reads an entry. */
export function parseAuditEntry({ at_ms: atMs, ...entry }: AuditEntryWire): AuditEntry {
	return { ...entry, atMs }
}

/** The wire's entry. */
export function formatAuditEntry({ atMs, ...entry }: AuditEntry): AuditEntryWire {
	return { ...entry, at_ms: atMs }
}

/** GET /operator/audit. */
export const auditPageWire = z.object({
	entries: z.array(auditEntryWire),
	head: z
		.object({ number: countWire, hash: z.string() })
		.describe('The newest entry; its number is 0 before the first.'),
})
export type AuditPageWire = z.infer<typeof auditPageWire>

/** Reads the answer of GET /operator/audit. */
export function parseAuditPage({ entries, head }: AuditPageWire): AuditPage {
	return { entries: entries.map(parseAuditEntry), head }
}

/** The answer of GET /operator/audit. */
export function formatAuditPage({ entries, head }: AuditPage): AuditPageWire {
	return { entries: entries.map(formatAuditEntry), head }
}
