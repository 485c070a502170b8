import type { AuditBreak } from '@accord/service'
import { UsageError } from '../errors.ts'
import type { AuditHead } from './audit-entries.ts'
import type { AuditSource } from './audit-source.ts'

/** The result of following a chain: the last entry that is valid, and the first that is not. */
export type Verified = { readonly head: AuditHead; readonly broken?: AuditBreak }

/**
 * Follows the chain from the first entry, or from the one `after` which the entries begin, to the newest. `known` is an entry noted elsewhere: anyone who can write to
 * the database can forge an entirely new chain, but not one that contains this entry.
 */
export async function verifyLog(
	{ after, entries }: Pick<AuditSource, 'after' | 'entries'>,
	known?: AuditHead,
): Promise<Verified> {
	if (known !== undefined && known.number < after.number)
		throw new UsageError(`entry ${known.number} is archived: --archive FOLDER reads it`)
	const { AuditChain } = await import('@accord/service')
	const chain = new AuditChain(after)
	const differing = differs(after, known)
	if (differing !== undefined) return { head: after, broken: differing }
	for (let next = await entries.next(); ; next = await entries.next()) {
		if (next.done === true) {
			const broken = endOf(chain.head, { newest: next.value, known })
			return { head: chain.head, ...(broken === undefined ? {} : { broken }) }
		}
		const broken = chain.add(next.value) ?? differs(chain.head, known)
		if (broken !== undefined) return { head: chain.head, broken }
	}
}

function differs({ number, hash }: AuditHead, known: AuditHead | undefined): AuditBreak | undefined {
	if (known === undefined || number !== known.number || hash === known.hash) return undefined
	return { number, reason: `its hash differs from the one noted: ${hash}` }
}

/** The entries missing after the last one, if any. */
function endOf(
	{ number, hash }: AuditHead,
	{ newest, known }: { newest: AuditHead | undefined; known: AuditHead | undefined },
): AuditBreak | undefined {
	if (known !== undefined && known.number > number)
		return { number: number + 1, reason: `the log ends before entry ${known.number}, which was noted` }
	if (newest === undefined || (newest.number === number && newest.hash === hash)) return undefined
	return { number: number + 1, reason: `the log ends before its head, entry ${newest.number}` }
}
