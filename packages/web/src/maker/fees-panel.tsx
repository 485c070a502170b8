import { Decimal, type FillFees, type MakerPerformance, type PairPerformance, pairKey } from '@accord/protocol'
import { formatAmount, placesFor } from '../format/format-amount.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'
import { netChange, signOf } from './money.ts'

/** One token of a pair: what fills changed of it, the fees in it, and what is left. */
type FeeRow = {
	readonly pair: string
	readonly symbol: string
	readonly exchanged: Decimal
	readonly fees: FillFees
	readonly net: Decimal
}

const columns: readonly TableColumn<FeeRow>[] = [
	{ name: 'Pair', cell: ({ pair }) => <strong translate="no">{pair}</strong> },
	{ name: 'Token', cell: ({ symbol }) => <span translate="no">{symbol}</span> },
	{ name: 'Exchanged', kind: 'figure', cell: ({ exchanged }) => <Change amount={exchanged} /> },
	{
		name: 'Platform fees',
		kind: 'figure',
		cell: ({ fees }) => <Change amount={Decimal.negate(fees.platformAmount)} />,
	},
	{
		name: 'Settlement fees',
		kind: 'figure',
		cell: ({ fees }) => <Change amount={Decimal.negate(fees.settlementAmount)} />,
	},
	{ name: 'Rebates', kind: 'figure', cell: ({ fees }) => <Change amount={fees.rebate} /> },
	{
		name: 'Net change',
		kind: 'figure',
		cell: ({ net }) => (
			<strong>
				<Change amount={net} />
			</strong>
		),
	},
]

/** What the fees of the maker's settled fills left of what these exchanged, by token. */
export function FeesPanel({ performance }: { performance: RemoteData<MakerPerformance> }) {
	return (
		<DataPanel title="Fees and net change" data={performance}>
			{({ pairs }) => {
				const rows = pairs.filter(({ settled }) => settled.fills > 0).flatMap(rowsOf)
				if (rows.length === 0)
					return (
						<Empty title="No fees yet">The fees of each settled fill, and what came back, are added up here.</Empty>
					)
				return (
					<div className="key-stack">
						<DataTable
							caption="Fees and net change by pair and token"
							columns={columns}
							rows={rows}
							keyOf={({ pair, symbol }) => `${pair} ${symbol}`}
						/>
						<p className="key-hint">
							Of settled fills. Each pays its fees in the token that it sells; the rebate is what settling did not use
							of the settlement fee.
						</p>
					</div>
				)
			}}
		</DataPanel>
	)
}

function rowsOf(of: PairPerformance): FeeRow[] {
	const { settled, fees, pair } = of
	const [net, name] = [netChange(of), pairKey(pair)]
	const base = Decimal.subtract(settled.boughtBase, settled.soldBase)
	const quote = Decimal.subtract(settled.receivedQuote, settled.paidQuote)
	return [
		{ pair: name, symbol: pair.base, exchanged: base, fees: fees.base, net: net.base },
		{ pair: name, symbol: pair.quote, exchanged: quote, fees: fees.quote, net: net.quote },
	]
}

function Change({ amount }: { amount: Decimal }) {
	return (
		<span
			title={formatAmount(amount)}
		>{`${signOf(amount)}${formatAmount(amount, { places: placesFor(amount, 7) })}`}</span>
	)
}
