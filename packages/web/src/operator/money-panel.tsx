import { Decimal, type OperatorHistory, type PairVolume, pairKey, type TokenFees } from '@accord/protocol'
import { shortTime } from '../format/clock-time.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Amount } from '../ui/amount.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'

const format = { places: 8 }

const volumeColumns: readonly TableColumn<PairVolume>[] = [
	{ name: 'Pair', cell: ({ pair }) => pairKey(pair) },
	{ name: 'Trades', kind: 'figure', cell: ({ trades }) => trades.toLocaleString('en') },
	{
		name: 'Base',
		kind: 'figure',
		cell: ({ pair, base }) => <Amount amount={base} symbol={pair.base} format={format} />,
	},
	{
		name: 'Quote',
		kind: 'figure',
		cell: ({ pair, quote }) => <Amount amount={quote} symbol={pair.quote} format={format} />,
	},
]

const feeColumns: readonly TableColumn<TokenFees>[] = [
	{ name: 'Token', cell: ({ symbol }) => symbol },
	{
		name: 'Platform keeps',
		kind: 'figure',
		cell: ({ platform, integratorShares }) => (
			<Amount amount={Decimal.subtract(platform, integratorShares)} format={format} />
		),
	},
	{ name: 'Integrators', kind: 'figure', cell: fees => <Amount amount={fees.integratorShares} format={format} /> },
	{ name: 'Settlement', kind: 'figure', cell: ({ settlement }) => <Amount amount={settlement} format={format} /> },
]

/** What was traded in a day, and what it earned. */
export function MoneyPanel({ history }: { history: RemoteData<OperatorHistory> }) {
	return (
		<DataPanel title="Volume and fees of the day" data={history}>
			{({ volumes, fees, hours }) => {
				if (volumes.length === 0 && fees.tokens.length === 0)
					return <Empty title="Nothing settled">Volumes and fees of the last 24 hours are added up here.</Empty>
				return (
					<div className="key-stack">
						<DataTable
							caption="Volume by pair"
							columns={volumeColumns}
							rows={volumes}
							keyOf={({ pair }) => pairKey(pair)}
						/>
						<DataTable caption="Fees by token" columns={feeColumns} rows={fees.tokens} keyOf={({ symbol }) => symbol} />
						<p className="key-hint">
							{fees.sinceMs !== hours[0]?.startMs &&
								`Fees: only of the newest orders, since ${shortTime(fees.sinceMs)}. `}
							Settlement fees, less rebates, go to the solvers, who pay the ledger: an estimated{' '}
							<Amount amount={fees.costXrd} symbol="XRD" format={format} />.
						</p>
					</div>
				)
			}}
		</DataPanel>
	)
}
