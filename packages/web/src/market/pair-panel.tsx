import { type Pair, type PriceLevel, pairKey } from '@accord/protocol'
import { spreadOf } from '../book/spread.ts'
import { formatAmount, formatPercent } from '../format/format-amount.ts'
import { useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { Panel } from '../ui/panel.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { TokenMark } from '../ui/token-mark.tsx'
import '../ui/table.css'
import './pair-panel.css'

type Best = { readonly bids: readonly PriceLevel[]; readonly asks: readonly PriceLevel[] }

const everyMs = 10_000
const columns = ['Pair', { number: 'Best bid' }, { number: 'Best ask' }, { number: 'Spread' }]
const unknown = <span className="pair-none">…</span>

/** All pairs with their best prices; choosing one changes the pair of the entire page. */
export function PairPanel() {
	const { pairs, pair, choosePair } = useSession()
	return (
		<Panel title="Pairs">
			<div className="table-box">
				<table className="table pair-table">
					<caption className="visually-hidden">Traded pairs</caption>
					<TableHead columns={columns} />
					<tbody>
						{pairs.map(one => (
							<PairRow
								key={pairKey(one)}
								pair={one}
								isChosen={pairKey(one) === pairKey(pair)}
								choose={() => {
									choosePair(one)
									window.scrollTo({ top: 0 })
								}}
							/>
						))}
					</tbody>
				</table>
			</div>
		</Panel>
	)
}

type PairRowProps = { readonly pair: Pair; readonly isChosen: boolean; readonly choose: () => void }

function PairRow({ pair, isChosen, choose }: PairRowProps) {
	const best = useBestPrices(pair)
	const base = useSession().tokens.get(pair.base)
	const spread = best === undefined ? undefined : spreadOf(best)
	const price = (level: PriceLevel | undefined) =>
		level === undefined ? <span className="pair-none">none</span> : formatAmount(level.price)
	return (
		<tr className={isChosen ? 'pair-chosen' : undefined}>
			<td>
				<button type="button" className="pair-choose" aria-pressed={isChosen} onClick={choose}>
					{base !== undefined && <TokenMark token={base} />}
					<span>
						{pair.base}
						<span className="pair-quote">/{pair.quote}</span>
					</span>
				</button>
			</td>
			<td className="number pair-bid">{best === undefined ? unknown : price(best.bids[0])}</td>
			<td className="number pair-ask">{best === undefined ? unknown : price(best.asks[0])}</td>
			<td className="number">{spread === undefined || spread.width < 0n ? '' : formatPercent(spread.fraction)}</td>
		</tr>
	)
}

/** Polled: a stream per pair would use up the browser's few connections. */
function useBestPrices(pair: Pair): Best | undefined {
	const { dex } = useSession()
	return useRemoteData<Best>({
		queryKey: ['best-prices', pair],
		queryFn: () => dex.orderBook(pair, { depth: 1 }),
		refetchInterval: everyMs,
	}).data
}
