import { Notice } from '../ui/notice.tsx'
import type { CheckedTrade } from './check-trade.ts'
import { differencesIn } from './differences.ts'
import './check-mark.css'

/** For checks that fail: who differs, what it means for the money, and what to do. Nothing if all hold. */
export function DifferencesList({ checked }: { checked: CheckedTrade }) {
	const differences = differencesIn(checked)
	if (differences.length === 0) return null
	return (
		<ul className="check-differences" aria-label="What the failed checks mean">
			{differences.map(({ who, money, advice }) => (
				<li key={who}>
					<Notice kind="fail">
						<p>
							<b>{who}</b>
						</p>
						<p>For your money: {money}</p>
						<p>What to do: {advice}</p>
					</Notice>
				</li>
			))}
		</ul>
	)
}
