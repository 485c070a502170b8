import type { Fee, LimitOrder, TracedItem } from '@accord/protocol'
import type { ReactNode } from 'react'
import { SignatureFacts } from '../check/signature-facts.tsx'
import type { Labels } from '../manifest/explain-manifest.ts'
import { ManifestView } from '../manifest/manifest-view.tsx'
import { Amount } from '../ui/amount.tsx'
import { Copyable } from '../ui/copyable.tsx'

type IntentCardProps = {
	readonly who: string
	/** Which of the party's intents it is, if it has several: ` 2 of 3`. */
	readonly place?: string
	readonly kind: 'user' | 'maker'
	readonly account: string
	readonly limitOrder: LimitOrder
	readonly fee: Fee
	readonly item?: TracedItem
	readonly labels: Labels
	readonly children?: ReactNode
}

/** The intent that a party signed. */
export function IntentCard({
	who,
	place = '',
	kind,
	account,
	limitOrder,
	fee,
	item,
	labels,
	children,
}: IntentCardProps) {
	return (
		<section className={`card card-${kind}`} aria-label={`${who}’s intent${place}`}>
			<h4 className="card-head">
				<span className="card-who">{who}</span>
				<span className="card-tag">signed</span>
			</h4>
			<div className="card-body">
				<Limits limitOrder={limitOrder} />
				<dl className="card-facts">
					<dt>Fees</dt>
					<dd>
						<Amount amount={fee.platformAmount} symbol={fee.symbol} /> platform,{' '}
						<Amount amount={fee.settlementAmount} symbol={fee.symbol} /> settlement
					</dd>
					{children}
					<dt>Account</dt>
					<dd>
						<Copyable text={account} label={`${who}’s account`} />
					</dd>
					{item !== undefined && (
						<>
							<dt>Intent</dt>
							<dd>
								<Copyable text={item.subintentId} label={`${who}’s intent${place}`} />
							</dd>
							{item.signedPartialTransaction !== undefined && (
								<SignatureFacts bytes={item.signedPartialTransaction} whose={who} />
							)}
						</>
					)}
				</dl>
			</div>
			{item !== undefined && <ManifestView title="What was signed" manifest={item.manifest} labels={labels} />}
		</section>
	)
}

/** What a limit order pays, and the least that it receives. */
export function Limits({ limitOrder: { sell, buy } }: { limitOrder: LimitOrder }) {
	return (
		<dl className="limits">
			<div className="limits-pays">
				<dt>Pays</dt>
				<dd>
					<Amount amount={sell.amount} symbol={sell.symbol} />
				</dd>
			</div>
			<div className="limits-receives">
				<dt>Receives at least</dt>
				<dd>
					<Amount amount={buy.amount} symbol={buy.symbol} />
				</dd>
			</div>
		</dl>
	)
}
