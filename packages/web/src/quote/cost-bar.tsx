import { Decimal } from '@accord/protocol'
import type { CSSProperties } from 'react'
import { shareOf } from '../book/depth.ts'
import { formatPercent } from '../format/format-amount.ts'
import type { SwapQuote } from './swap-quote.ts'
import './cost-bar.css'

/** The total cost as one bar: a length for each of its parts, named below in the same order with its share of the amount sold. */
export function CostBar({ quote }: { quote: SwapQuote | undefined }) {
	const parts = partsOf(quote?.isCrossed ? undefined : quote)
	const whole = Decimal.sum(parts.map(({ amount }) => amount))
	return (
		<div className="cost">
			<div className="cost-bar" aria-hidden="true">
				{parts.map(({ name, amount }) => (
					<span key={name} style={{ '--share': shareOf(amount, whole) } as CSSProperties} />
				))}
			</div>
			<ul className="cost-parts" aria-label="What the total cost consists of, of the amount sold">
				{parts.map(({ name, fraction }) => (
					<li key={name}>
						<span className="cost-part">{name}</span>{' '}
						<span className="cost-share">{fraction === undefined ? '–' : formatPercent(fraction)}</span>
					</li>
				))}
			</ul>
		</div>
	)
}

/** A part that costs nothing, or gains, has no length. */
function partsOf(quote: SwapQuote | undefined) {
	const { halfSpread, impact, platformFee, networkFee } = quote?.cost.parts ?? {}
	const isRounding = quote?.impact === 0n
	const parts: [name: string, part: Decimal | undefined][] = [
		['Spread', halfSpread],
		[isRounding && impact !== undefined && impact > 0n ? 'Rounding' : 'Impact', impact],
		['Platform', platformFee],
		['Network', networkFee],
	]
	return parts.map(([name, part]) => {
		const amount = Decimal.max(Decimal.zero, part ?? Decimal.zero)
		const fraction =
			quote === undefined || part === undefined ? undefined : Decimal.divDown(amount, quote.expected.sell.amount)
		return { name, amount, fraction }
	})
}
