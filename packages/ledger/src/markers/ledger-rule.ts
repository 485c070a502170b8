import { readArray, readEnum, readGlobalId } from '../instamint/programmatic-json.ts'

/** The badges, any one of which satisfies an access rule; empty if nothing does, `unknown` for a rule of another kind. */
export type LedgerRule = readonly string[] | 'anyone' | 'unknown'

/** Reads an access rule in programmatic JSON. @throws Error if it is none */
export function readLedgerRule(json: unknown): LedgerRule {
	const rule = readEnum(json)
	if (rule.variant === 0) return 'anyone'
	if (rule.variant === 1) return []
	const composite = readEnum(rule.fields[0])
	if (composite.variant !== 0) return 'unknown'
	const basic = readEnum(composite.fields[0])
	if (basic.variant === 0) return readBadges([basic.fields[0]])
	return basic.variant === 4 ? readBadges(readArray(basic.fields[0])) : 'unknown'
}

/** A rule may also name whole resources. */
function readBadges(requirements: readonly unknown[]): LedgerRule {
	const read = requirements.map(readEnum)
	return read.every(({ variant }) => variant === 0) ? read.map(({ fields }) => readGlobalId(fields[0])) : 'unknown'
}
