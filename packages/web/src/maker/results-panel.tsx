import {
	Decimal,
	type LostOrders,
	type MakerPerformance,
	type MarkOut,
	markOutSeconds,
	type Pair,
	type PairPerformance,
	pairKey,
} from '@accord/protocol'
import { formatAmount, formatPercent, formatSignificant, placesFor } from '../format/format-amount.ts'
import { DataPanel } from '../key-view/data-panel.tsx'
import type { RemoteData } from '../session/remote-data.ts'
import { Amount } from '../ui/amount.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'
import { lostWords } from './lost-words.ts'
import { averagePrice, basisPointsOf, netResult, signOf, volumeOf } from './money.ts'

type PerformanceProps = { readonly performance: RemoteData<MakerPerformance> }

const moneyDigits = 7

const columns: readonly TableColumn<PairPerformance>[] = [
	{ name: 'Pair', cell: ({ pair }) => <strong translate="no">{pairKey(pair)}</strong> },
	{
		name: 'Volume',
		kind: 'figure',
		cell: of => <Figure amount={volumeOf(of)} symbol={of.pair.quote} note={fillsText(of.settled.fills)} />,
	},
	{
		name: 'Bought',
		kind: 'figure',
		cell: ({ pair, settled }) => <Side pair={pair} base={settled.boughtBase} quote={settled.paidQuote} />,
	},
	{
		name: 'Sold',
		kind: 'figure',
		cell: ({ pair, settled }) => <Side pair={pair} base={settled.soldBase} quote={settled.receivedQuote} />,
	},
	{
		name: 'Share of trades',
		kind: 'figure',
		cell: ({ pair, share, tradedBase }) =>
			share === undefined ? (
				none
			) : (
				<span className="maker-figure">
					<span>{formatPercent(share)}</span>
					<small>{`of ${formatSignificant(tradedBase)} ${pair.base}`}</small>
				</span>
			),
	},
	{
		name: 'Net',
		kind: 'figure',
		cell: of => {
			const gain = netResult(of)
			if (gain === undefined) return none
			const points = basisPointsOf({ gain, volume: volumeOf(of) })
			return <Gain gain={gain} symbol={of.pair.quote} note={`${points} of volume`} />
		},
	},
	...markOutSeconds.map(
		(seconds): TableColumn<PairPerformance> => ({
			name: `Mark-out ${seconds} s`,
			kind: 'figure',
			cell: ({ pair, markOuts }) => (
				<MarkedOut pair={pair} markOut={markOuts.find(({ afterS }) => afterS === seconds)} />
			),
		}),
	),
]

/** What the maker's fills of the last 24 hours were worth, by pair. */
export function ResultsPanel({ performance }: PerformanceProps) {
	return (
		<DataPanel title="Results" data={performance}>
			{({ pairs }) =>
				pairs.length === 0 ? (
					<Empty title="Nothing traded yet">Once you are asked to fill orders, their worth is shown here.</Empty>
				) : (
					<div className="key-stack">
						<DataTable
							caption="Your results by pair"
							columns={columns}
							rows={pairs}
							keyOf={({ pair }) => pairKey(pair)}
							className="maker-results"
						/>
						<p className="key-hint">
							<span>
								Net: what your fills changed in both tokens, fees and rebates included, with the base at the pair’s last
								price.{' '}
							</span>
							<span>
								Mark-out: what your fills had gained without fees 1, 10 and 60 s after they settled, at the price of the
								pair’s next trade (at most 60 s later; mid prices are not stored). Below zero, the price moved against
								you.
							</span>
						</p>
					</div>
				)
			}
		</DataPanel>
	)
}

const none = <span className="maker-none">–</span>

type FigureProps = { readonly amount: Decimal; readonly symbol: string; readonly note: string }

function Figure({ amount, symbol, note }: FigureProps) {
	return (
		<span className="maker-figure">
			<Amount amount={amount} symbol={symbol} format={{ places: placesFor(amount, moneyDigits) }} />
			<small>{note}</small>
		</span>
	)
}

function Side({ pair, base, quote }: { pair: Pair; base: Decimal; quote: Decimal }) {
	const price = averagePrice({ base, quote })
	if (price === undefined) return none
	return <Figure amount={base} symbol={pair.base} note={`at ${formatSignificant(price)} ${pair.quote}`} />
}

function MarkedOut({ pair, markOut }: { pair: Pair; markOut: MarkOut | undefined }) {
	if (markOut === undefined) return none
	const note = `${basisPointsOf(markOut)} of ${fillsText(markOut.fills)}`
	return <Gain gain={markOut.gain} symbol={pair.quote} note={note} />
}

type GainProps = { readonly gain: Decimal; readonly symbol: string; readonly note: string }

function Gain({ gain, symbol, note }: GainProps) {
	const kind = gain === Decimal.zero ? '' : gain > Decimal.zero ? 'maker-gain' : 'maker-loss'
	return (
		<span className="maker-figure">
			<span className={kind} title={`${formatAmount(gain)} ${symbol}`}>
				{`${signOf(gain)}${formatAmount(gain, { places: placesFor(gain, 4) })} `}
				<span className="amount-symbol">{symbol}</span>
			</span>
			<small>{note}</small>
		</span>
	)
}

function fillsText(fills: number): string {
	return fills === 1 ? '1 fill' : `${fills.toLocaleString('en')} fills`
}

type LostRow = LostOrders & { readonly pair: Pair }

const lostColumns: readonly TableColumn<LostRow>[] = [
	{
		name: 'Reason',
		kind: 'long',
		cell: ({ reason, code }) => (
			<span>
				<span>{lostWords[reason]}</span>
				{code !== undefined && <code translate="no">{` ${code}`}</code>}
			</span>
		),
	},
	{ name: 'Pair', cell: ({ pair }) => <span translate="no">{pairKey(pair)}</span> },
	{ name: 'Orders', kind: 'figure', cell: ({ orders }) => orders.toLocaleString('en') },
	{
		name: 'Worth',
		kind: 'figure',
		cell: ({ pair, quote }) => (
			<Amount amount={quote} symbol={pair.quote} format={{ places: placesFor(quote, moneyDigits) }} />
		),
	},
]

/** The orders that came to nothing, by reason. */
export function LostPanel({ performance }: PerformanceProps) {
	return (
		<DataPanel title="Lost orders" data={performance}>
			{({ pairs }) => {
				const rows = pairs.flatMap(({ pair, lost }) => lost.map(each => ({ ...each, pair })))
				if (rows.length === 0)
					return (
						<Empty title="Nothing lost">Every order that you were asked to fill was settled or is still open.</Empty>
					)
				return (
					<DataTable
						caption="Orders that came to nothing, by reason"
						columns={lostColumns}
						rows={rows.toSorted((one, other) => other.orders - one.orders)}
						keyOf={({ pair, reason, code }) => `${pairKey(pair)} ${reason} ${code}`}
					/>
				)
			}}
		</DataPanel>
	)
}
