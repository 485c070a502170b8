import type { Trade } from '@accord/protocol'
import { formatRoute } from '../app/route.ts'
import { clockTime } from '../format/clock-time.ts'
import { Amount } from '../ui/amount.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loading } from '../ui/states.tsx'

/** How many trades are listed. */
export const listedMax = 30

type TradeListProps = {
	readonly trades?: readonly Trade[]
	readonly error: unknown
	readonly shown: string | undefined
	/** How many trades have settled since the list was made. */
	readonly newer: number
	readonly onNewer: () => void
}

/** The latest settled trades of all pairs, newest first. */
export function TradeList({ trades, error, shown, newer, onNewer }: TradeListProps) {
	return (
		<nav className="trade-list" aria-label="Recent trades">
			<Panel
				title="Recent trades"
				actions={
					<span role="status">
						{newer > 0 && (
							<button type="button" className="text-button" onClick={onNewer}>
								{newer === listedMax ? `${newer} or more newer` : `${newer} newer`}
							</button>
						)}
					</span>
				}
			>
				{trades === undefined && error === undefined && <Loading what="recent trades" lines={8} />}
				{trades?.length === 0 && <p className="trade-list-none">None yet.</p>}
				{trades !== undefined && (
					<ol>
						{trades.map(trade => (
							<li key={trade.subintentId}>
								<TradeLink trade={trade} isShown={trade.subintentId === shown} />
							</li>
						))}
					</ol>
				)}
			</Panel>
		</nav>
	)
}

function TradeLink({ trade, isShown }: { trade: Trade; isShown: boolean }) {
	const { subintentId, pair, side, baseAmount, quoteAmount, settledAtMs } = trade
	const base = <Amount amount={baseAmount} symbol={pair.base} digits={6} />
	const quote = <Amount amount={quoteAmount} symbol={pair.quote} digits={6} />
	const [sold, bought] = side === 'sell' ? [base, quote] : [quote, base]
	return (
		<a href={formatRoute({ view: 'trades', id: subintentId })} aria-current={isShown ? 'true' : undefined}>
			<span className="trade-list-what">
				{sold} <span aria-hidden="true">→</span>
				<span className="visually-hidden">for</span> {bought}
			</span>
			<time dateTime={new Date(settledAtMs).toISOString()}>{clockTime(settledAtMs)}</time>
		</a>
	)
}
