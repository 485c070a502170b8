import { isTerminalOrderState, type Pair } from '@accord/protocol'
import { stateName } from '../order/timeline.ts'
import type { HistoryRow } from './history-rows.ts'
import { pairOfOrder } from './order-figures.ts'

/** What is listed: a pair such as `XRD/xUSDC` and a state in a word, or all if empty. */
export type HistoryFilter = { readonly pair: string; readonly state: string }

export const noFilter: HistoryFilter = { pair: '', state: '' }

/** The rows of the pair and in the state. */
export function filterRows(
	rows: readonly HistoryRow[],
	{ pair, state }: HistoryFilter,
	pairs: readonly Pair[],
): readonly HistoryRow[] {
	return rows.filter(
		row => (pair === '' || pairWord(row, pairs) === pair) && (state === '' || stateWord(row) === state),
	)
}

/** What can be chosen: what there is, and what is chosen. */
export function filterChoices(rows: readonly HistoryRow[], { pair, state }: HistoryFilter, pairs: readonly Pair[]) {
	const sorted = (words: readonly string[]) => [...new Set(words.filter(Boolean))].toSorted()
	return {
		pairs: sorted([pair, ...rows.map(row => pairWord(row, pairs))]),
		states: sorted([state, ...rows.map(stateWord)]),
	}
}

function pairWord({ limitOrder }: HistoryRow, pairs: readonly Pair[]): string {
	const { base, quote } = pairOfOrder(limitOrder, pairs)
	return `${base}/${quote}`
}

/** All states of an order under way are one: they last less than it takes to choose. */
function stateWord({ state }: HistoryRow): string {
	if (state === 'unknown') return 'Unknown'
	return state !== undefined && isTerminalOrderState(state) ? stateName(state) : 'Open'
}
