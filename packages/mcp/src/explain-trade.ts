import { type Amount, Decimal, isCalledOff, isTerminalOrderState, TradeTrace } from '@accord/protocol'

/** A trace in sentences, with its facts: without the signed bytes and manifests, which are of no use to a reader. */
export function explainTrade(trace: TradeTrace): object {
	const { items, roots, match_record, ...facts } = TradeTrace.format(trace)
	const settled = roots.map(({ manifest, ...root }) => root)
	return { explanation: sentencesOf(trace).join(' '), ...facts, roots: settled }
}

function sentencesOf({ account, limitOrder, state, parts, surplus, rebate, transactionId }: TradeTrace): string[] {
	const { sell, buy } = limitOrder
	const asked = parts.map(part => {
		const answer = isCalledOff(part) ? 'called off' : part.state
		return `${part.maker} was asked to sell ${text(part.limitOrder.sell)} for ${text(part.limitOrder.buy)}: ${answer}.`
	})
	const outcome = isTerminalOrderState(state) ? `The order ended ${state}` : `The order is ${state}`
	return [
		`${account} signed to sell ${text(sell)} for at least ${text(buy)}.`,
		...asked,
		`${outcome}${transactionId === undefined ? '' : ` in ${transactionId}`}.`,
		...(surplus === undefined ? [] : [`It was ${text(surplus)} better than the limit.`]),
		...(state === 'settled' ? [`${text(rebate)} of the settlement fee came back.`] : []),
	]
}

function text({ symbol, amount }: Amount): string {
	return `${Decimal.format(amount)} ${symbol}`
}
