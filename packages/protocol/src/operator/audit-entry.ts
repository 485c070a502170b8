/** What the audit log has an entry of: each decision of the service, and each act of an operator. */
export const auditActs = [
	'order_accepted',
	'order_refused',
	'order_rerouted',
	'part_filled',
	'fill_refused',
	'part_rejected',
	'part_timed_out',
	'part_excused',
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
	'operator_key_issued',
	'operator_key_revoked',
	'operator_refused',
	'database_restored',
	'instamint_customer_added',
	'instamint_allowance_set',
	'instamint_prices_set',
	'instamint_paused',
	'instamint_resumed',
	'instamint_reconciled',
] as const
export type AuditAct = (typeof auditActs)[number]

/** An entry of the audit log, without its place in the chain. */
export type AuditRecord = {
	readonly atMs: number
	readonly act: AuditAct
	/** Who did it: an account, a maker, an operator’s name, an address, `service` or `ledger`. */
	readonly actor: string
	/** What it was done to: an order’s subintent hash, a maker, a key, an account; empty if there is nothing to name. */
	readonly subject: string
	readonly detail: Readonly<Record<string, unknown>>
}

/** An entry in the chain: its hash covers the one before it and all of the entry. */
export type AuditEntry = AuditRecord & {
	/** Starts at 1, grows by 1. */
	readonly number: number
	/** SHA-256, hex. */
	readonly hash: string
}

/** Entries in the order of their numbers, and the newest one of all. */
export type AuditPage = {
	readonly entries: readonly AuditEntry[]
	/** Number 0 before the first. */
	readonly head: { readonly number: number; readonly hash: string }
}
