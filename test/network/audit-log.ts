import { type AuditAct, type AuditEntry, type AuditPage, auditEntriesMax, type WireOf } from '@accord/protocol'
import { askOperator } from './operator-request.ts'
import type { TestNetwork } from './test-network.ts'
import { until } from './until.ts'

/** Every chained entry of the audit log that is not archived. */
export async function auditLog(network: Pick<TestNetwork, 'service'>): Promise<WireOf<typeof AuditEntry>[]> {
	const all: WireOf<typeof AuditEntry>[] = []
	for (;;) {
		const call = `GET /operator/audit?after=${all.at(-1)?.number ?? 0}&limit=${auditEntriesMax}` as const
		const { entries } = await askOperator<WireOf<typeof AuditPage>>(network, call)
		if (entries.length === 0) return all
		all.push(...entries)
	}
}

/** Waits for an entry to be chained. */
export async function untilAudited(
	network: Pick<TestNetwork, 'service'>,
	of: { readonly act: AuditAct; readonly subject: string },
): Promise<WireOf<typeof AuditEntry>> {
	let found: WireOf<typeof AuditEntry> | undefined
	await until(`${of.act} of ${of.subject} in the audit log`, async () => {
		found = (await auditLog(network)).findLast(({ act, subject }) => act === of.act && subject === of.subject)
		return found !== undefined
	})
	return found as WireOf<typeof AuditEntry>
}
