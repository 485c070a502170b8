import { useSession } from '../session/session.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Panel } from '../ui/panel.tsx'
import '../ui/table.css'

/** All tokens that are traded, with the addresses that tell them from their imitations. */
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
								Places
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
									<Copyable text={resourceAddress} label={`the address of ${symbol}`} />
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</Panel>
	)
}
