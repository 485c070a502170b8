import { type Overview, type PriceLevel, pairKey } from '@accord/protocol'
import { formatAmount, formatSignificant } from '../format/format-amount.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'
import { OrdersTable } from './orders-table.tsx'

type PairStatus = Overview['pairs'][number]
type OrdersProps = { readonly overview: RemoteData<Overview> }

const pairColumns: readonly TableColumn<PairStatus>[] = [
	{ name: 'Pair', cell: ({ pair }) => pairKey(pair) },
	{ name: 'Best bid', kind: 'figure', cell: ({ bestBid }) => describeLevel(bestBid) },
	{ name: 'Best ask', kind: 'figure', cell: ({ bestAsk }) => describeLevel(bestAsk) },
	{ name: 'Makers', kind: 'figure', cell: ({ makers }) => makers },
]

/** Each pair's best prices, and how many makers quote it. */
export function PairsPanel({ overview }: OrdersProps) {
	return (
		<DataPanel title="Books" data={overview}>
			{({ pairs }) => (
				<DataTable
					caption="The best prices of each pair"
					columns={pairColumns}
					rows={pairs}
					keyOf={({ pair }) => pairKey(pair)}
				/>
			)}
		</DataPanel>
	)
}

function describeLevel(level: PriceLevel | undefined): string {
	return level === undefined ? 'none' : `${formatAmount(level.price)} for ${formatSignificant(level.amount)}`
}

/** The ten newest orders; each leads to its trace. */
export function NewestPanel({ overview }: OrdersProps) {
	return (
		<DataPanel title="Newest orders" data={overview}>
			{({ recent }) =>
				recent.length === 0 ? (
					<Empty title="No orders yet" />
				) : (
					<OrdersTable caption="The newest orders" orders={recent} />
				)
			}
		</DataPanel>
	)
}
