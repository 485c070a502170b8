import { Decimal, type TradeTrace } from '@accord/protocol'
import { Amount } from '../ui/amount.tsx'
import { balanceChanges, type Change, type Participant } from './balance-changes.ts'
import './changes-table.css'

/** Each party's balance changes and their sums. */
export function ChangesTable({ trace }: { trace: TradeTrace }) {
	return (
		<div className="changes">
			{balanceChanges(trace).map(participant => (
				<ParticipantChanges key={`${participant.role} ${participant.name}`} participant={participant} />
			))}
		</div>
	)
}

function ParticipantChanges({ participant: { role, name, changes, net } }: { participant: Participant }) {
	return (
		<section className={`card card-${role} changes-one`} aria-label={`Balance changes: ${name}`}>
			<h4 className="card-head">
				<span className="card-who">{name}</span>
			</h4>
			<table>
				<caption className="visually-hidden">{name}</caption>
				<tbody>
					{changes.map((change, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a maker may have filled two parts alike
						<tr key={at}>
							<th scope="row">{change.reason}</th>
							<td>
								<Signed {...change} />
							</td>
						</tr>
					))}
				</tbody>
				{changes.length > net.length && (
					<tfoot>
						{net.map(({ symbol, amount }, at) => (
							<tr key={symbol}>
								{at === 0 && (
									<th scope="rowgroup" rowSpan={net.length}>
										Net
									</th>
								)}
								<td>
									<Signed symbol={symbol} amount={amount} />
								</td>
							</tr>
						))}
					</tfoot>
				)}
			</table>
		</section>
	)
}

function Signed({ symbol, amount }: Omit<Change, 'reason'>) {
	const isGain = Decimal.isPositive(amount)
	return (
		<span className={isGain ? 'changes-gain' : 'changes-loss'}>
			{isGain ? '+' : ''}
			<Amount amount={amount} symbol={symbol} />
		</span>
	)
}
