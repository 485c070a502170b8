import type { Trade } from '@accord/protocol'
import { useState } from 'react'
import { useLatestTrades } from '../market/use-trades.ts'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { TradeFlow } from './trade-flow.tsx'
import { listedMax, TradeList } from './trade-list.tsx'
import './trades.css'

/**
 * The details of a trade: the given one, otherwise the latest one when the reader came. List and trade stay as they are
 * until the reader asks for what is newer.
 */
export function Trades({ subintentId }: { subintentId?: string }) {
	const { data: latest, error } = useLatestTrades({ limit: listedMax })
	const { trades, newer, showNewer } = usePinned(latest)
	const shown = subintentId ?? trades?.[0]?.subintentId
	return (
		<div className="trades">
			<header className="trades-head">
				<h1>Under the hood</h1>
				<p>
					No one holds anyone else’s money. Each party signs what it pays and the least it accepts, and the ledger
					executes everything in one transaction or nothing at all. See how recent trades went.
				</p>
			</header>
			<div className="trades-body">
				<TradeList
					{...(trades === undefined ? {} : { trades })}
					error={error}
					shown={shown}
					newer={newer}
					onNewer={showNewer}
				/>
				<div className="trades-flow">
					{shown === undefined ? (
						<NoTrade hasLoaded={trades !== undefined} error={error} />
					) : (
						<TradeFlow key={shown} id={shown} />
					)}
				</div>
			</div>
		</div>
	)
}

/** The trades as they were when the first of them arrived, and how many have settled since. */
function usePinned(latest: readonly Trade[] | undefined) {
	const [pinned, setPinned] = useState<readonly Trade[]>()
	const isFirst = pinned === undefined && latest !== undefined && latest.length > 0
	if (isFirst) setPinned(latest)
	const trades = pinned ?? latest
	const known = new Set(trades?.map(({ subintentId }) => subintentId))
	const newer = latest?.filter(({ subintentId }) => !known.has(subintentId)).length ?? 0
	return { trades, newer, showNewer: () => setPinned(latest) }
}

function NoTrade({ hasLoaded, error }: { hasLoaded: boolean; error: unknown }) {
	if (hasLoaded)
		return (
			<section className="panel">
				<Empty title="No trades yet">
					<a href="#/swap">Make the first swap</a>, then come back to see how it settled.
				</Empty>
			</section>
		)
	return (
		<section className="panel">
			{error === undefined ? (
				<Loading what="the latest trade" lines={12} />
			) : (
				<Failed title="Couldn’t load trades" error={error} />
			)}
		</section>
	)
}
