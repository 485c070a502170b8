import { formatRoute } from '../app/route.ts'
import { clockTime } from '../format/clock-time.ts'
import { formatSignificant } from '../format/format-amount.ts'
import type { SettledTrade } from '../market/use-trades.ts'
import { Panel } from '../ui/panel.tsx'
import { Loading } from '../ui/states.tsx'

type TradeListProps = {
	readonly trades?: readonly SettledTrade[]
	readonly error: unknown
	readonly shown: string | undefined
}

/** The latest settled trades of all pairs, newest first. */
export function TradeList({ trades, error, shown }: TradeListProps) {
	return (
		<nav className="trade-list" aria-label="Recent trades">
			<Panel title="Recent trades">
				{trades === undefined && error === undefined && <Loading what="recent trades" lines={8} />}
				{trades?.length === 0 && <p className="trade-list-none">None yet.</p>}
				{trades !== undefined && (
					<ol>
						{trades.map(trade => (
							<li key={trade.subintent_id}>
								<TradeLink trade={trade} isShown={trade.subintent_id === shown} />
							</li>
						))}
					</ol>
				)}
			</Panel>
		</nav>
	)
}

function TradeLink({ trade, isShown }: { trade: SettledTrade; isShown: boolean }) {
	const { subintent_id, pair, side, base_amount, quote_amount, settled_at_ms } = trade
	const base = `${formatSignificant(base_amount)} ${pair.base}`
	const quote = `${formatSignificant(quote_amount)} ${pair.quote}`
	const [sold, bought] = side === 'sell' ? [base, quote] : [quote, base]
	return (
		<a href={formatRoute({ view: 'trades', id: subintent_id })} aria-current={isShown ? 'true' : undefined}>
			<span className="trade-list-what">
				{sold} <span aria-hidden="true">→</span>
				<span className="visually-hidden">for</span> {bought}
			</span>
			<time dateTime={new Date(settled_at_ms).toISOString()}>{clockTime(settled_at_ms)}</time>
		</a>
	)
}
