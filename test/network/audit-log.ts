import { type AuditAct, type AuditEntryWire, type AuditPageWire, auditEntriesMax } from '@accord/protocol'
import { askOperator } from './operator-request.ts'
import type { TestNetwork } from './test-network.ts'
import { until } from './until.ts'

/** Every chained entry of the audit log. */
export async function auditLog(network: Pick<TestNetwork, 'service'>): Promise<AuditEntryWire[]> {
	const all: AuditEntryWire[] = []
	for (;;) {
		const call = `GET /operator/audit?after=${all.length}&limit=${auditEntriesMax}` as const
		const { entries } = await askOperator<AuditPageWire>(network, call)
		if (entries.length === 0) return all
		all.push(...entries)
	}
}

/** Waits for an entry to be chained. */
export async function untilAudited(
	network: Pick<TestNetwork, 'service'>,
	of: { readonly act: AuditAct; readonly subject: string },
): Promise<AuditEntryWire> {
	let found: AuditEntryWire | undefined
	await until(`${of.act} of ${of.subject} in the audit log`, async () => {
		found = (await auditLog(network)).findLast(({ act, subject }) => act === of.act && subject === of.subject)
		return found !== undefined
	})
	return found as AuditEntryWire
}
