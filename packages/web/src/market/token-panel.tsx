import type { Token } from '@accord/protocol'
import { useSession } from '../session/session.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { isMisnamed } from '../ui/known-tokens.ts'
import { Panel } from '../ui/panel.tsx'
import { TokenMark } from '../ui/token-mark.tsx'
import './token-panel.css'

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
	{ name: 'Decimals', kind: 'figure', cell: ({ divisibility }) => divisibility },
	{
		name: 'Address',
		cell: ({ symbol, resourceAddress }) => <Copyable text={resourceAddress} label={`${symbol} address`} />,
	},
]

/** A name is the service’s word; a symbol that belongs to another address is not. */
function nameOf({ name, ...token }: Token): string {
	return isMisnamed(token) ? 'not the token known by this symbol: compare the address' : name
}

/** All traded tokens, with the addresses that distinguish them from imitations. */
export function TokenPanel() {
	const { tokens } = useSession()
	return (
		<Panel title="Tokens">
			<DataTable
				caption="Traded tokens"
				columns={columns}
				rows={[...tokens.values()]}
				keyOf={({ resourceAddress }) => resourceAddress}
				className="token-table"
			/>
		</Panel>
	)
}
