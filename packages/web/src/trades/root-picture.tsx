import type { LimitOrder, TracedItem, TracedRoot, TradeTrace } from '@accord/protocol'
import type { Labels } from '../manifest/explain-manifest.ts'
import { ManifestView } from '../manifest/manifest-view.tsx'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Limits } from './intent-card.tsx'
import { whoseIntent } from './trace-labels.ts'
import './root-picture.css'

type RootPictureProps = { readonly root: TracedRoot; readonly trace: TradeTrace; readonly labels: Labels }

/**
 * The solver's transaction, drawn as nested boxes: the root around the service's outers, which surround the signed
 * intents.
 */
export function RootPicture({ root, trace, labels }: RootPictureProps) {
	const items = trace.items.filter(({ subintentId }) => root.subintentIds.includes(subintentId))
	return (
		<section className="card card-solver root" aria-label="The root transaction">
			<h4 className="card-head">
				<span className="card-who">Solver</span>
				<span className="card-tag">root transaction</span>
			</h4>
			<div className="root-boxes">
				{items.map(item => (
					<div key={item.subintentId} className="root-outer">
						<p className="root-label">wrapped by the service</p>
						<div className={`root-inner root-inner-${item.role}`}>
							<p className="root-label">{whoseIntent(item, trace)}</p>
							<Limits limitOrder={limitsOf(item, trace)} />
						</div>
					</div>
				))}
			</div>
			<dl className="card-facts">
				<dt>Network fee</dt>
				<dd>
					<Amount amount={root.feePaidXrd} symbol="XRD" />, paid by the solver
				</dd>
				<dt>Reward</dt>
				<dd>
					{root.solverRewards.map(({ symbol, amount }, at) => (
						<span key={symbol}>
							{at > 0 && ' and '}
							<Amount amount={amount} symbol={symbol} />
						</span>
					))}
				</dd>
				{root.solver !== undefined && (
					<>
						<dt>Account</dt>
						<dd>
							<Copyable text={root.solver} label="the solver’s account" />
						</dd>
					</>
				)}
				<dt>Transaction</dt>
				<dd>
					<Copyable text={root.transactionId} label="the transaction" />
				</dd>
			</dl>
			<ManifestView title="What the solver signed" manifest={root.manifest} labels={labels} />
		</section>
	)
}

function limitsOf({ subintentId }: TracedItem, trace: TradeTrace): LimitOrder {
	const part = trace.parts.find(({ fill }) => fill?.subintentId === subintentId)
	return part?.fill?.limitOrder ?? trace.limitOrder
}
