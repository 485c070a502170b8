import { BookPanel } from '../book/book-panel.tsx'
import { DepthPanel } from '../book/depth-panel.tsx'
import { useSession } from '../session/session.tsx'
import { MarketHead } from './market-head.tsx'
import { PairPanel } from './pair-panel.tsx'
import { PricePanel } from './price-panel.tsx'
import { RecentTradesPanel } from './recent-trades.tsx'
import { TokenPanel } from './token-panel.tsx'
import { usePairTrades } from './use-pair-trades.ts'
import './market.css'

const bookRows = 9
const tradeRows = 23

/** The chosen pair's book, depth, prices and settled trades, and all pairs and tokens. */
export function Market() {
	const { pair } = useSession()
	const recent = usePairTrades(pair)
	return (
		<div className="market">
			<h1 className="visually-hidden">Market</h1>
			<MarketHead recent={recent} />
			<div className="market-prices">
				<PricePanel recent={recent} />
				<DepthPanel />
			</div>
			<div className="market-book">
				<BookPanel rows={bookRows} />
			</div>
			<div className="market-trades">
				<RecentTradesPanel recent={recent} rows={tradeRows} />
			</div>
			<div className="market-pairs">
				<PairPanel />
			</div>
			<div className="market-tokens">
				<TokenPanel />
			</div>
		</div>
	)
}
