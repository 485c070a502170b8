import { Decimal, type TradeTrace } from '@accord/protocol'
import type { Outcome } from '../check/check.ts'
import { Checks, LedgerChanges } from '../check/check-results.tsx'
import type { CheckedTrade } from '../check/check-trade.ts'
import { DifferencesList } from '../check/differences-list.tsx'
import { fullTime } from '../format/clock-time.ts'
import { formatPercent, formatSignificant } from '../format/format-amount.ts'
import { settlementWords } from '../quote/settlement-words.ts'
import { useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Loading } from '../ui/states.tsx'
import {
	believableMid,
	committedAtMs,
	outcomeOf,
	type ReceiptCosts,
	type Remembered,
	receiptFigures,
	type Sentence,
	type SentenceName,
	sentencesOf,
} from './receipt.ts'
import '../check/check-mark.css'
import './receipt.css'

type ReceiptViewProps = {
	readonly trace: TradeTrace
	/** Absent while the browser is checking. */
	readonly checked?: CheckedTrade
	/** What this browser remembers of the order, if it sent it. */
	readonly remembered?: Remembered
	/** The middle of the book when the order was sent, in quote per base; a stranger's may be made up. */
	readonly mid?: Decimal
}

/** A settled trade as three sentences that the browser has checked, its price, and what it cost. */
export function ReceiptView({ trace, checked, remembered, mid }: ReceiptViewProps) {
	const whose = remembered === undefined ? 'stranger' : 'own'
	const sentences = checked === undefined ? [] : sentencesOf(trace, checked, remembered)
	const outcome = outcomeOf(sentences)
	const isShown = outcome === 'holds' || (whose === 'own' && outcome === 'unknown')
	return (
		<>
			<div role="status">
				{checked === undefined ? (
					<Loading
						what="the receipt"
						lines={whose === 'own' ? 3 : 8}
						slow="Your browser is still checking this trade."
					/>
				) : (
					<ul className="receipt-sentences">
						{sentences.map(sentence => (
							<SentenceLine key={sentence.name} sentence={sentence} whose={whose} />
						))}
					</ul>
				)}
			</div>
			{checked !== undefined && <DifferencesList checked={checked} />}
			{checked !== undefined && <Ledger trace={trace} checked={checked} outcome={outcome} />}
			{isShown && <Figures trace={trace} {...(mid === undefined ? {} : { mid })} whose={whose} />}
		</>
	)
}

type Whose = 'own' | 'stranger'

const words: Readonly<Record<SentenceName, Readonly<Record<Outcome, (who: string) => string>>>> = {
	signed: {
		holds: who => `It is what ${who} signed.`,
		fails: who => `It is not what ${who} signed.`,
		unknown: who => `Whether it is what ${who} signed could not be checked.`,
	},
	ledger: {
		holds: () => 'The ledger did exactly that.',
		fails: () => 'The ledger says something else.',
		unknown: () => 'What the ledger did could not be checked.',
	},
	limits: {
		holds: () => 'Nobody took more than they may.',
		fails: () => 'Somebody took more than they may.',
		unknown: () => 'Whether anybody took more than they may could not be checked.',
	},
}

const icons = { holds: 'check', fails: 'cross', unknown: 'info' } as const

function SentenceLine({ sentence: { name, outcome, checks }, whose }: { sentence: Sentence; whose: Whose }) {
	const others = checks.filter(check => check.outcome !== 'holds')
	const holding = checks.filter(check => check.outcome === 'holds')
	return (
		<li className="receipt-sentence">
			<details>
				<summary className={`check-${outcome}`}>
					<span className="check-mark">
						<Icon name={icons[outcome]} size={14} />
					</span>
					<span className="receipt-words">{words[name][outcome](whose === 'own' ? 'you' : 'the user')}</span>
					<span className="receipt-count">{checks.length === 1 ? '1 check' : `${checks.length} checks`}</span>
				</summary>
				<Checks checks={holding} />
			</details>
			{others.length > 0 && <Checks checks={others} />}
		</li>
	)
}

type LedgerProps = { readonly trace: TradeTrace; readonly checked: CheckedTrade; readonly outcome: Outcome }

/** The Gateway's own account of the trade: when it was committed, and what moved. Accounts have no names: nothing here is the service's. */
function Ledger({ trace, checked, outcome }: LedgerProps) {
	const { tokens } = useSession()
	const symbols = new Map([...tokens.values()].map(({ resourceAddress, symbol }) => [resourceAddress, symbol]))
	const atMs = committedAtMs(trace, checked)
	return (
		<>
			{atMs !== undefined && (
				<Facts>
					<Fact name="Committed" hint="By the ledger’s clock">
						<time dateTime={new Date(atMs).toISOString()}>{fullTime(atMs)}</time>
					</Fact>
				</Facts>
			)}
			{checked.roots.map(root => (
				<LedgerChanges key={root.transactionId} root={root} labels={symbols} isOpen={outcome === 'fails'} />
			))}
		</>
	)
}

const places = { places: 8, round: 'nearest' } as const

function Figures({ trace, mid, whose }: { trace: TradeTrace; mid?: Decimal; whose: Whose }) {
	const { price, costs, better } = receiptFigures(trace, whose === 'own' ? mid : believableMid(trace, mid))
	const { pair } = trace
	return (
		<Facts>
			<Fact name="Price">
				<span translate="no">
					{formatSignificant(price)} {pair.quote} per {pair.base}
				</span>
			</Fact>
			<Costs costs={costs} trace={trace} whose={whose} />
			{better !== undefined && better.amount > Decimal.zero && (
				<Fact name={whose === 'own' ? 'Better than you signed by' : 'Better than signed by'} kind="lead">
					<span className="receipt-better">
						<Amount symbol={better.symbol} amount={better.amount} format={places} /> ({formatPercent(better.fraction)})
					</span>
				</Fact>
			)}
		</Facts>
	)
}

type CostsProps = { readonly costs: ReceiptCosts; readonly trace: TradeTrace; readonly whose: Whose }

function Costs({ costs, trace, whose }: CostsProps) {
	const { feeInfo } = useSession()
	const { fee, limitOrder, rebate } = trace
	const { symbol } = limitOrder.sell
	const { against, price, platformFee, networkFee, total, fraction } = costs
	const parts: readonly { name: string; amount: Decimal; hint?: string }[] = [
		...(against === undefined ? [] : [{ name: priceNames[against.kind], amount: price }]),
		{ name: 'Platform fee', amount: platformFee },
		{
			name: 'Network and solver',
			amount: networkFee,
			hint: settlementWords({ fee, refund: rebate.amount, feeInfo, verb: 'came' }),
		},
	]
	return (
		<>
			<Fact name={totalNames[against?.kind ?? 'fees']} hint={againstWords(costs, trace, whose)}>
				<Amount symbol={symbol} amount={total} format={places} /> ({formatPercent(fraction)})
			</Fact>
			{parts.map(({ name, amount, hint }) => (
				<Fact key={name} name={<span className="receipt-part">{name}</span>} hint={hint}>
					<Amount symbol={symbol} amount={amount} format={places} />
				</Fact>
			))}
		</>
	)
}

const totalNames = {
	mid: 'All costs against the mid price',
	best: 'All costs against the best price taken',
	fees: 'All fees',
} as const
const priceNames = { mid: 'Half the spread, price impact', best: 'Price impact' } as const

function againstWords({ against }: ReceiptCosts, { pair }: TradeTrace, whose: Whose): string {
	if (against === undefined) return 'No price to compare with is known here'
	const price = `${formatSignificant(against.price)} ${pair.quote}`
	if (against.kind === 'best') return `${price}; half the spread is not counted`
	return whose === 'own' ? `${price} when you sent it` : `${price} when it was sent, says who shared it`
}
