import { useTrades } from '../market/use-trades.ts'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { TradeFlow } from './trade-flow.tsx'
import { TradeList } from './trade-list.tsx'
import './trades.css'

const listed = 30

/** What happened under the hood of each trade: the named one, else the newest. */
export function Trades({ subintentId }: { subintentId?: string }) {
	const { data: trades, error } = useTrades({ limit: listed })
	const shown = subintentId ?? trades?.[0]?.subintent_id
	return (
		<div className="trades">
			<header className="trades-head">
				<h1>Under the hood</h1>
				<p>
					Nobody here holds anybody’s money. Everyone signs only what they give and the least they must get; the ledger
					carries out all of it in one transaction, or none of it. This is how the last trades went.
				</p>
			</header>
			<div className="trades-body">
				<TradeList {...(trades === undefined ? {} : { trades })} error={error} shown={shown} />
				<div className="trades-flow">
					{shown === undefined ? (
						<Nothing isKnown={trades !== undefined} error={error} />
					) : (
						<TradeFlow key={shown} id={shown} />
					)}
				</div>
			</div>
		</div>
	)
}

function Nothing({ isKnown, error }: { isKnown: boolean; error: unknown }) {
	if (isKnown)
		return (
			<section className="panel">
				<Empty title="No trade has settled yet">
					<a href="#/swap">Make the first swap</a>, then come back and see what it was made of.
				</Empty>
			</section>
		)
	return (
		<section className="panel">
			{error === undefined ? (
				<Loading what="the newest trade" lines={12} />
			) : (
				<Failed title="Trades cannot be shown" error={error} />
			)}
		</section>
	)
}
