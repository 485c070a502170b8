import { useSession } from '../session/session.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { isMisnamed } from '../ui/known-tokens.ts'
import { Panel } from '../ui/panel.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { TokenMark } from '../ui/token-mark.tsx'
import '../ui/table.css'
import './token-panel.css'

const columns = ['Token', { number: 'Decimals' }, 'Address']

/** A name is the service’s word; a symbol that belongs to another address is not. */
function nameOf({ name, ...token }: { name: string; symbol: string; resourceAddress: string }): string {
	return isMisnamed(token) ? 'not the token known by this symbol: compare the address' : name
}

/** All traded tokens, with the addresses that distinguish them from imitations. */
export function TokenPanel() {
	const { tokens } = useSession()
	return (
		<Panel title="Tokens">
			<div className="table-box">
				<table className="table table-cards token-table">
					<caption className="visually-hidden">Traded tokens</caption>
					<TableHead columns={columns} />
					<tbody>
						{[...tokens.values()].map(({ symbol, name, divisibility, resourceAddress }) => (
							<tr key={resourceAddress}>
								<td data-label="Token">
									<span className="token-cell">
										<TokenMark token={{ symbol, resourceAddress }} />
										<span>
											<b>{symbol}</b> <span className="token-name">{nameOf({ symbol, name, resourceAddress })}</span>
										</span>
									</span>
								</td>
								<td data-label="Decimals" className="number">
									{divisibility}
								</td>
								<td data-label="Address">
									<Copyable text={resourceAddress} label={`${symbol} address`} />
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</Panel>
	)
}
