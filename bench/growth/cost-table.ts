import { printTable } from '../table.ts'

/** The cost of a price book, an order and a fill, and everything else measured, in milliseconds by name. */
export type Cost = {
	readonly bookUs: number
	readonly orderMs: number
	readonly fillMs: number
	readonly more?: Readonly<Record<string, number>>
}

export const notMeasured: Cost = { bookUs: Number.NaN, orderMs: Number.NaN, fillMs: Number.NaN }

export function printCosts(
	what: string,
	sizes: readonly (number | string)[],
	costs: readonly Cost[],
	aim = 'flat',
): void {
	const row = (name: string, unit: string, values: readonly number[]) => {
		const growth = (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)
		const text = (value: number) => (Number.isNaN(value) ? '—' : `${value.toFixed(unit === 'µs' ? 0 : 2)} ${unit}`)
		return [name, ...values.map(text), Number.isNaN(growth) ? '—' : `${growth.toFixed(2)} ×`]
	}
	printTable(
		[what, ...sizes.map(String), `last ÷ first (aim: ${aim})`],
		[
			row(
				'a price book: processor time',
				'µs',
				costs.map(({ bookUs }) => bookUs),
			),
			row(
				'order sent → maker asked, without the ledger',
				'ms',
				costs.map(({ orderMs }) => orderMs),
			),
			row(
				'fill sent → bundle sent, without the ledger',
				'ms',
				costs.map(({ fillMs }) => fillMs),
			),
			...Object.keys(costs[0]?.more ?? {}).map(name =>
				row(
					name,
					'ms',
					costs.map(({ more }) => more?.[name] ?? Number.NaN),
				),
			),
		],
	)
}
