import type { TracedItem, TradeTrace } from '@accord/protocol'
import { SignatureFacts } from '../check/signature-facts.tsx'
import type { Labels } from '../manifest/explain-manifest.ts'
import { ManifestView } from '../manifest/manifest-view.tsx'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { whoseIntent } from './trace-labels.ts'

type WrappedCardProps = { readonly item: TracedItem; readonly trace: TradeTrace; readonly labels: Labels }

/** The service's outer around one of the other intents. */
export function WrappedCard({ item, trace, labels }: WrappedCardProps) {
	const { outer } = item
	if (outer === undefined) return null
	const terms = termsOf(item, trace)
	const whose = whoseIntent(item, trace)
	return (
		<section className="card card-service" aria-label={`${whose}, wrapped`}>
			<h4 className="card-head">
				<span className="card-who">Service</span>
				<span className="card-tag">signed</span>
			</h4>
			<p className={`card-inside card-inside-${item.role}`}>{whose}</p>
			<dl className="card-facts">
				<dt>Takes</dt>
				<dd>
					<Amount amount={terms.fee.platformAmount} symbol={terms.fee.symbol} /> platform fee
				</dd>
				<dt>Returns</dt>
				<dd>
					<Amount amount={terms.rebate.amount} symbol={terms.rebate.symbol} /> unused network fee
				</dd>
				<dt>Intent</dt>
				<dd>
					<Copyable text={outer.subintentId} label="the wrapper intent" />
				</dd>
				{outer.signedPartialTransaction !== undefined && (
					<SignatureFacts bytes={outer.signedPartialTransaction} whose="The service" />
				)}
			</dl>
			<ManifestView title="What the service signed" manifest={outer.manifest} labels={labels} />
		</section>
	)
}

/** Fee and rebate of an item: the order's own, or its fill's. */
function termsOf({ subintentId }: TracedItem, trace: TradeTrace) {
	const part = trace.parts.find(({ fill }) => fill?.subintentId === subintentId)
	return part?.fill ?? trace
}
