import { Decimal, type MakerPerformance } from '@accord/protocol'
import type { AccountBalances } from '@accord/sdk'
import { placesFor } from '../format/format-amount.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Amount } from '../ui/amount.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'
import { type Holding, holdings } from './money.ts'

const digits = 9

const columns: readonly TableColumn<Holding>[] = [
	{ name: 'Token', cell: ({ symbol }) => <strong translate="no">{symbol}</strong> },
	{ name: 'Held', kind: 'figure', cell: of => <Held amount={of.held} /> },
	{ name: 'To be sold', kind: 'figure', cell: of => <Held amount={of.sells} /> },
	{ name: 'Free', kind: 'figure', cell: of => <Held amount={of.free} /> },
	{ name: 'To be bought', kind: 'figure', cell: of => <Held amount={of.buys} /> },
]

type InventoryProps = {
	readonly accounts: RemoteData<readonly AccountBalances[]>
	readonly performance: RemoteData<MakerPerformance>
}

/** What the maker's accounts hold on the ledger, and what its open orders and fills will move. */
export function InventoryPanel({ accounts, performance }: InventoryProps) {
	return (
		<DataPanel title="Inventory" data={accounts}>
			{registered => {
				const rows = holdings(registered, performance.data?.reserved ?? [])
				if (rows.length === 0)
					return <Empty title="Nothing held">Your accounts have none of the tokens that are traded here.</Empty>
				return (
					<div className="key-stack">
						<DataTable
							caption="Your inventory by token"
							columns={columns}
							rows={rows}
							keyOf={({ symbol }) => symbol}
							className="maker-inventory"
						/>
						<p className="key-hint">
							<span>{registered.length === 1 ? 'Your account' : `Your ${registered.length} accounts together`}</span>
							<span>, on the ledger. To be sold and bought: by open orders and fills, fees not included.</span>
						</p>
					</div>
				)
			}}
		</DataPanel>
	)
}

function Held({ amount }: { amount: Decimal }) {
	if (amount === Decimal.zero) return <span className="maker-none">–</span>
	return <Amount amount={amount} format={{ places: placesFor(amount, digits) }} />
}
