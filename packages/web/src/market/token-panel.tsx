import { useSession } from '../session/session.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Panel } from '../ui/panel.tsx'
import '../ui/table.css'

/** All traded tokens, with the addresses that tell them apart from imitations. */
export function TokenPanel() {
	const { tokens } = useSession()
	return (
		<Panel title="Tokens">
			<div className="table-box">
				<table className="table">
					<caption className="visually-hidden">Traded tokens</caption>
					<thead>
						<tr>
							<th scope="col">Token</th>
							<th scope="col" className="number">
								Decimals
							</th>
							<th scope="col">Resource address</th>
						</tr>
					</thead>
					<tbody>
						{[...tokens.values()].map(({ symbol, name, divisibility, resourceAddress }) => (
							<tr key={symbol}>
								<td>
									<b>{symbol}</b> <span className="token-name">{name}</span>
								</td>
								<td className="number">{divisibility}</td>
								<td>
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
