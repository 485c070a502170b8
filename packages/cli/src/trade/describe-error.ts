import { TradeError } from '@accord/protocol'

/** An error as lines to read: what it is, and everything that was found wrong. */
export function describeError(error: unknown): string[] {
	if (!(error instanceof TradeError)) return [error instanceof Error ? error.message : String(error)]
	const found = error.errors.map(({ pointer, instruction, rule, expected, found: what, detail }) => {
		const place = pointer ?? (instruction === undefined ? undefined : `instruction ${instruction}`)
		const facts = [place, rule, detail, expected && `expected ${expected}`, what && `found ${what}`]
		return `  ${facts.filter(fact => fact !== undefined && fact !== '').join(', ')}`
	})
	return [`${error.code}: ${error.message}`, ...found]
}
