import { type CheckedOrder, isErrorCode, TradeError } from '@accord/protocol'
import { describeError } from '@accord/sdk'

/** Why the service would refuse an order for more than its missing signature; undefined when it would accept it. */
export function refusalOf({ violations }: Pick<CheckedOrder, 'violations'>): string | undefined {
	const violation = violations.find(({ rule }) => rule !== 'not_signed')
	if (violation === undefined) return undefined
	const { rule, detail, expected, found } = violation
	if (!isErrorCode(rule)) return `The service would refuse it: ${detail ?? rule}.`
	const facts = [expected && `expected ${expected}`, found && `found ${found}`].filter(Boolean).join(', ')
	const { reason, advice } = describeError(new TradeError(rule, detail))
	return [reason, facts && `(${facts})`, advice].filter(Boolean).join(' ')
}
