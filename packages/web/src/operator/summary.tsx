import type { DoctorCheck, Maker, OperatorHistory, Overview } from '@accord/protocol'
import type { ReactNode } from 'react'
import { hourText } from '../key-view/day-chart.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Mark, resultOf, results } from './mark.tsx'
import type { OperatorData } from './use-operator-data.ts'

/** The service in one line: whether it is well, whether orders settle, and whether anyone quotes. */
export function Summary({ data: { doctor, history, overview, makers } }: { data: OperatorData }) {
	return (
		<section className="panel operator-summary" aria-label="Summary">
			<dl>
				<Item name="Doctor" of={doctor}>
					{checks => <Findings checks={checks} />}
				</Item>
				<Item name={ordersName(history.data)} of={history}>
					{ordersText}
				</Item>
				<Item name="Nodes" of={overview}>
					{nodesText}
				</Item>
				<Item name="Makers connected" of={makers}>
					{makersText}
				</Item>
				<Item name="Pairs quoted" of={overview}>
					{({ pairs }) => `${pairs.filter(pair => pair.makers > 0).length} of ${pairs.length}`}
				</Item>
			</dl>
		</section>
	)
}

type ItemProps<T> = { readonly name: string; readonly of: RemoteData<T>; readonly children: (data: T) => ReactNode }

function Item<T>({ name, of: { data }, children }: ItemProps<T>) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{data === undefined ? '…' : children(data)}</dd>
		</div>
	)
}

/** How many checks went how; leads to them. */
function Findings({ checks }: { checks: readonly DoctorCheck[] }) {
	const counts = results.map(result => ({ result, count: checks.filter(check => resultOf(check) === result).length }))
	return (
		<a className="operator-link" href="#doctor">
			{counts
				.filter(({ count }) => count > 0)
				.map(({ result, count }) => (
					<Mark key={result} result={result} word={`${count} ${result.toUpperCase()}`} />
				))}
		</a>
	)
}

/** The hour under way may have just begun, so the one before it counts too. */
function lastHours({ hours }: OperatorHistory) {
	return hours.slice(-2)
}

function ordersName(history: OperatorHistory | undefined): string {
	const [first] = history === undefined ? [] : lastHours(history)
	return first === undefined ? 'Orders' : `Orders ended since ${hourText(first.startMs)}`
}

function ordersText(history: OperatorHistory): string {
	const hours = lastHours(history)
	const settled = hours.reduce((sum, hour) => sum + hour.settled, 0)
	const ended = hours.reduce((sum, { unfilled, expired, cancelled }) => sum + unfilled + expired + cancelled, settled)
	if (ended === 0) return 'none'
	return `${ended.toLocaleString('en')} · ${Math.floor((settled * 100) / ended)} % settled`
}

function nodesText({ nodes }: Overview): string {
	if (nodes === undefined) return 'a single one'
	return `${nodes.filter(({ isThere }) => isThere).length} of ${nodes.length} there`
}

function makersText(makers: readonly Maker[]): string {
	const ready = makers.filter(({ sessions, pauses }) => sessions > 0 && pauses.length === 0)
	return `${ready.length} of ${makers.length}`
}
