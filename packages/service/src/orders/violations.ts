import { errorTable, TradeError, type Violation, type ViolationWire } from '@accord/protocol'

/** The rules that a refusal tells of. */
export function violationsOf({ code, message, errors }: TradeError): ViolationWire[] {
	if (errors.length === 0) return [{ rule: code, detail: message }]
	return errors.map(item => ({ ...item, rule: item.rule ?? code }))
}

export function violationOf({ code, item }: Violation): ViolationWire {
	return { ...item, rule: code }
}

/**
 * Runs one check of an order and adds what it refuses the order for to `violations`.
 * @throws what is not the order's fault
 */
export async function collectViolations<T>(
	violations: ViolationWire[],
	check: () => T | Promise<T>,
): Promise<T | undefined> {
	try {
		return await check()
	} catch (error) {
		if (!(error instanceof TradeError) || errorTable[error.code].httpStatus >= 500) throw error
		violations.push(...violationsOf(error))
		return undefined
	}
}
