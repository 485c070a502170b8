import type { Pair, PriceLevel } from '@accord/sdk'
import { useEffect, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { formatAmount, formatPercent } from '../ui/format-amount.ts'
import { Panel } from '../ui/panel.tsx'
import { spreadOf } from './spread.ts'
import './pair-panel.css'

type Best = { readonly bids: readonly PriceLevel[]; readonly asks: readonly PriceLevel[] }

const everyMs = 10_000
const unknown = <span className="pair-none">…</span>

/** All pairs with their best prices; choosing one changes what the whole page shows. */
export function PairPanel() {
	const { pairs, pair, choosePair } = useSession()
	const best = useBestPrices(pairs)
	return (
		<Panel title="Pairs">
			<div className="table-box">
				<table className="table pair-table">
					<caption className="visually-hidden">Traded pairs</caption>
					<thead>
						<tr>
							<th scope="col">Pair</th>
							<th scope="col" className="number">
								Best bid
							</th>
							<th scope="col" className="number">
								Best ask
							</th>
							<th scope="col" className="number">
								Spread
							</th>
						</tr>
					</thead>
					<tbody>
						{pairs.map(one => (
							<PairRow
								key={keyOf(one)}
								pair={one}
								best={best.get(keyOf(one))}
								isChosen={keyOf(one) === keyOf(pair)}
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

type PairRowProps = { pair: Pair; best: Best | undefined; isChosen: boolean; choose: () => void }

function PairRow({ pair, best, isChosen, choose }: PairRowProps) {
	const spread = best === undefined ? undefined : spreadOf(best)
	const price = (level: PriceLevel | undefined) =>
		level === undefined ? <span className="pair-none">none</span> : formatAmount(level.price)
	return (
		<tr className={isChosen ? 'pair-chosen' : undefined}>
			<td>
				<button type="button" className="pair-choose" aria-pressed={isChosen} onClick={choose}>
					{pair.base}
					<span className="pair-quote">/{pair.quote}</span>
				</button>
			</td>
			<td className="number pair-bid">{best === undefined ? unknown : price(best.bids[0])}</td>
			<td className="number pair-ask">{best === undefined ? unknown : price(best.asks[0])}</td>
			<td className="number">{spread === undefined || spread.width < 0n ? '' : formatPercent(spread.fraction)}</td>
		</tr>
	)
}

/** Asked for from time to time: a stream for each pair would take the browser's few connections. */
function useBestPrices(pairs: readonly Pair[]): ReadonlyMap<string, Best> {
	const { dex } = useSession()
	const [best, setBest] = useState<ReadonlyMap<string, Best>>(new Map())
	useEffect(() => {
		let isOver = false
		const ask = async (pair: Pair) => {
			// A pair that cannot be had now keeps its prices, as its book does.
			const book = await dex.orderBook(pair, { depth: 1 }).catch(() => undefined)
			if (book !== undefined && !isOver) setBest(known => new Map(known).set(keyOf(pair), book))
		}
		const askAll = () => {
			if (!document.hidden) for (const pair of pairs) void ask(pair)
		}
		askAll()
		const timer = setInterval(askAll, everyMs)
		return () => {
			isOver = true
			clearInterval(timer)
		}
	}, [dex, pairs])
	return best
}

function keyOf({ base, quote }: Pair): string {
	return `${base}/${quote}`
}
