import { isPairOf, type TradeTrace } from '@accord/protocol'
import { type ReactNode, useMemo } from 'react'
import { TradeCheck } from '../check/trade-check.tsx'
import type { Labels } from '../manifest/explain-manifest.ts'
import { useSession } from '../session/session.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { ChangesTable } from './changes-table.tsx'
import { countMakers } from './flow-stations.ts'
import { IntentCard } from './intent-card.tsx'
import { MakerCard } from './maker-card.tsx'
import { RootPicture } from './root-picture.tsx'
import { placeOf, traceLabels } from './trace-labels.ts'
import { TradeSummary } from './trade-summary.tsx'
import { formatDuration, type TradeTimes, tradeTimes } from './trade-times.ts'
import { useTrace } from './use-trace.ts'
import { WrappedCard } from './wrapped-card.tsx'
import './trade-flow.css'

/** A trade from the user's signature to its settlement on the ledger. */
export function TradeFlow({ id }: { id: string }) {
	const { data: trace, error, retry } = useTrace(id)
	const { tokens } = useSession()
	const labels = useMemo(
		() => (trace === undefined ? new Map<string, string>() : traceLabels(trace, tokens)),
		[trace, tokens],
	)
	if (trace === undefined)
		return (
			<section className="panel">
				{error === undefined ? (
					<Loading what="the trade" lines={14} />
				) : (
					<Failed title="Couldn’t load this trade" error={error} onRetry={retry} />
				)}
			</section>
		)
	const times = tradeTimes(trace)
	return (
		<article className="flow" aria-labelledby="flow-title">
			<TradeSummary trace={trace} times={times} />
			<ol className="flow-stages">
				<Signed trace={trace} labels={labels} />
				<Asked trace={trace} labels={labels} />
				<Wrapped trace={trace} labels={labels} times={times} />
				<Settled trace={trace} labels={labels} times={times} />
				<Received trace={trace} />
			</ol>
			{trace.state === 'settled' && <TradeCheck trace={trace} labels={labels} />}
		</article>
	)
}

type StageProps = {
	readonly title: string
	readonly at?: string
	readonly isReached?: boolean
	readonly text: ReactNode
	readonly children?: ReactNode
}

/** A numbered step of a trade. */
function Stage({ title, at, isReached = true, text, children }: StageProps) {
	return (
		<li className={isReached ? 'flow-stage' : 'flow-stage flow-stage-ahead'}>
			<div className="flow-stage-head">
				<h3>{title}</h3>
				{at !== undefined && <span className="flow-at">{at}</span>}
			</div>
			<p className="flow-text">{text}</p>
			{children}
		</li>
	)
}

type PartProps = { readonly trace: TradeTrace; readonly labels: Labels }
type TimedProps = PartProps & { readonly times: TradeTimes }

function Signed({ trace, labels }: PartProps) {
	const item = trace.items.find(({ role }) => role === 'order')
	return (
		<Stage
			title="The user signs an intent"
			text="An intent is not a transaction and names no counterparty. It states what may be taken, the minimum that must come back, and by when. Anyone who cannot deliver that gets nothing."
		>
			<div className="flow-cards">
				<IntentCard
					who="User"
					kind="user"
					account={trace.account}
					limitOrder={trace.limitOrder}
					fee={trace.fee}
					{...(item === undefined ? {} : { item })}
					labels={labels}
				/>
			</div>
		</Stage>
	)
}

function askedTitle(asked: number, signed: number): string {
	if (asked === 0) return 'Makers are asked to fill it'
	if (asked === 1) return signed === 1 ? 'A maker is asked and signs the other side' : 'A maker is asked'
	return `${asked} makers are asked, ${signed === 1 ? '1 signs' : `${signed} sign`}`
}

function Asked({ trace, labels }: PartProps) {
	const { pairs } = useSession()
	const { asked, signed } = countMakers(trace.parts)
	const title = askedTitle(asked, signed)
	return (
		<Stage
			title={title}
			{...(asked === 0
				? {}
				: { at: `+${formatDuration(Math.max(0, (trace.parts[0]?.askedAtMs ?? 0) - trace.createdAtMs))}` })}
			isReached={asked > 0}
			text="The makers with the best prices get a few seconds to respond. Those who agree sign an intent of their own for the other side. Their tokens stay in their accounts until the ledger moves them."
		>
			<div className="flow-cards">
				{trace.parts.map(part => {
					const item = trace.items.find(({ subintentId }) => subintentId === part.fill?.subintentId)
					const { sell, buy } = part.limitOrder
					return (
						<MakerCard
							key={`${part.maker}${placeOf(part, trace.parts)} ${part.askedAtMs}`}
							part={part}
							place={placeOf(part, trace.parts)}
							pair={pairs.find(one => isPairOf(one, sell.symbol, buy.symbol)) ?? trace.pair}
							{...(item === undefined ? {} : { item })}
							labels={labels}
						/>
					)
				})}
			</div>
		</Stage>
	)
}

function Wrapped({ trace, labels, times }: TimedProps) {
	const wrapped = trace.items.filter(({ outer }) => outer !== undefined)
	return (
		<Stage
			title="The service wraps each intent and publishes the bundle"
			{...(times.publishedMs === undefined ? {} : { at: `+${formatDuration(times.publishedMs)}` })}
			isReached={wrapped.length > 0}
			text="Each intent requires the service’s signature around it. The wrapper takes the platform fee, returns the unused part of the settlement fee, and lets any solver execute the rest."
		>
			<div className="flow-cards">
				{wrapped.map(item => (
					<WrappedCard key={item.subintentId} item={item} trace={trace} labels={labels} />
				))}
			</div>
		</Stage>
	)
}

function Settled({ trace, labels, times }: TimedProps) {
	return (
		<Stage
			title="A solver combines them in one root transaction"
			{...(times.committedMs === undefined ? {} : { at: `+${formatDuration(times.committedMs)}` })}
			isReached={trace.state === 'settled' || trace.roots.length > 0}
			text="The solver pays the network fee and runs every intent inside its transaction, handing what one side sells to the other. It cannot change any of them. If a single limit is not met, the ledger reverts everything."
		>
			{trace.roots.map(root => (
				<RootPicture key={root.transactionId} root={root} trace={trace} labels={labels} />
			))}
			{trace.state === 'settled' && trace.roots.length === 0 && (
				<Loading what="the transaction" lines={4} slow={silentLedger} />
			)}
		</Stage>
	)
}

const silentLedger =
	'The order has settled, but the service cannot read the transaction from the ledger at the moment. It will appear here as soon as the ledger answers.'

function Received({ trace }: { trace: TradeTrace }) {
	return (
		<Stage
			title="The ledger settles everything at once"
			isReached={trace.roots.length > 0}
			text="What each party paid and received, to the last digit, all in that one transaction."
		>
			{trace.roots.length > 0 && <ChangesTable trace={trace} />}
		</Stage>
	)
}
