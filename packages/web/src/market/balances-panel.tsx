import { Decimal, type Token } from '@accord/protocol'
import { useAccount } from '../account/account.tsx'
import { useBalanceValues } from '../account/use-balance-values.ts'
import { placesFor } from '../format/format-amount.ts'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { isMisnamed } from '../ui/known-tokens.ts'
import { Panel } from '../ui/panel.tsx'
import { TokenMark } from '../ui/token-mark.tsx'
import './balances-panel.css'

/** A name is the service’s word; a symbol that belongs to another address is not. */
function nameOf({ name, ...token }: Token): string {
	return isMisnamed(token) ? 'not the token known by this symbol: compare the address' : name
}

/** What the account holds; without one, or until it is known, a dash. */
function Balance({ of }: { of: string }) {
	const { balances } = useAccount()
	if (balances === undefined) return <span className="token-name">–</span>
	return <Amount amount={balances.get(of) ?? Decimal.zero} format={{ places: 8 }} />
}

/** What a balance is worth, if there is a price; otherwise a dash. */
function Value({ of, values }: { of: string; values: ReturnType<typeof useBalanceValues> }) {
	const value = values?.values.get(of)
	if (values === undefined || value === undefined) return <span className="token-name">–</span>
	return <Amount amount={value} symbol={values.stable} format={{ places: placesFor(value, 3) }} />
}

/** The sum of the values, and what is not in it. */
function Total({ stable, total, uncounted }: NonNullable<ReturnType<typeof useBalanceValues>>) {
	return (
		<>
			<span>About</span>{' '}
			<b>
				<Amount amount={total} symbol={stable} format={{ places: placesFor(total, 3) }} />
			</b>{' '}
			<span>in all: an estimate at mid prices.</span>
			{uncounted.length > 0 && (
				<>
					{' '}
					<span>Not counted, for want of a price:</span> <span translate="no">{uncounted.join(', ')}</span>
				</>
			)}
		</>
	)
}

/** All traded tokens: the account’s balances, and the addresses that distinguish them from imitations. */
export function BalancesPanel() {
	const { tokens } = useSession()
	const values = useBalanceValues()
	const columns: readonly TableColumn<Token>[] = [
		{
			name: 'Token',
			cell: token => (
				<span className="token-cell">
					<TokenMark token={token} />
					<span>
						<b>{token.symbol}</b> <span className="token-name">{nameOf(token)}</span>
					</span>
				</span>
			),
		},
		{ name: 'Balance', kind: 'figure', cell: ({ resourceAddress }) => <Balance of={resourceAddress} /> },
		{ name: 'Value', kind: 'figure', cell: ({ symbol }) => <Value of={symbol} values={values} /> },
		{ name: 'Decimals', kind: 'figure', cell: ({ divisibility }) => divisibility },
		{
			name: 'Address',
			cell: ({ symbol, resourceAddress }) => <Copyable text={resourceAddress} label={`${symbol} address`} />,
		},
	]
	return (
		<Panel title="Balances">
			<p className="balances-total">{values !== undefined && <Total {...values} />}</p>
			<DataTable
				caption="Traded tokens"
				columns={columns}
				rows={[...tokens.values()]}
				keyOf={({ resourceAddress }) => resourceAddress}
				className="balances-table"
			/>
		</Panel>
	)
}
