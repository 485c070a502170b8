import { Decimal, type Pair, type PriceLevel, pairKey, type Side, type TradedPair } from '@accord/protocol'
import { pricePlaces } from '../book/price-tick.ts'
import { spreadOf } from '../book/spread.ts'
import { formatAmount, formatPercent, placesFor } from '../format/format-amount.ts'
import { useRemoteData } from '../session/remote-data.ts'
import { useSession } from '../session/session.tsx'
import { Panel } from '../ui/panel.tsx'
import { TableHead } from '../ui/table-head.tsx'
import { TokenMark } from '../ui/token-mark.tsx'
import '../ui/table.css'
import './pair-panel.css'

type Best = { readonly bids: readonly PriceLevel[]; readonly asks: readonly PriceLevel[] }

const everyMs = 10_000
/** Prices along a route have up to 18 digits; here the first ones must do. */
const routedDigits = 4
const columns = ['Pair', { number: 'Best bid' }, { number: 'Best ask' }, { number: 'Spread' }]
const unknown = <span className="pair-none">…</span>

/** All pairs with their best prices; choosing one changes the pair of the entire page. */
export function PairPanel({ choosePair }: { choosePair: (pair: Pair) => void }) {
	const { pairs, pair } = useSession()
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

type PairRowProps = { readonly pair: TradedPair; readonly isChosen: boolean; readonly choose: () => void }

function PairRow({ pair, isChosen, choose }: PairRowProps) {
	const best = useBestPrices(pair)
	const base = useSession().tokens.get(pair.base)
	const spread = best === undefined ? undefined : spreadOf(best)
	const price = (side: Side) => <BestPrice pair={pair} side={side} level={best?.[side][0]} />
	return (
		<tr className={isChosen ? 'pair-chosen' : undefined}>
			<td>
				<button type="button" className="pair-choose" aria-pressed={isChosen} onClick={choose}>
					{base !== undefined && <TokenMark token={base} />}
					<span>
						{pair.base}
						<wbr />
						<span className="pair-quote">/{pair.quote}</span>
					</span>
				</button>
			</td>
			<td className="number pair-bid">{best === undefined ? unknown : price('bids')}</td>
			<td className="number pair-ask">{best === undefined ? unknown : price('asks')}</td>
			<td className="number">{spread?.fraction === undefined ? '' : formatPercent(spread.fraction)}</td>
		</tr>
	)
}

type BestPriceProps = { readonly pair: TradedPair; readonly side: Side; readonly level: PriceLevel | undefined }

/** Never better than the level's price. */
function BestPrice({ pair, side, level }: BestPriceProps) {
	if (level === undefined) return <span className="pair-none">none</span>
	const { price } = level
	const places = pair.via === undefined ? pricePlaces(pair, price) : placesFor(price, routedDigits)
	const shown = (side === 'bids' ? Decimal.roundDown : Decimal.roundUp)(price, places)
	return (
		<span title={shown === price ? undefined : formatAmount(price)}>
			{formatAmount(shown, { leastPlaces: places })}
		</span>
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
