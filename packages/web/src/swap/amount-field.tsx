import { Decimal, type Token } from '@accord/protocol'
import { useId } from 'react'
import { formatAmount } from '../format/format-amount.ts'
import { type TypedAmount, writeAmount } from '../format/read-amount.ts'
import { TokenButton } from '../tokens/token-button.tsx'
import { Amount } from '../ui/amount.tsx'
import { Readings } from '../ui/readings.tsx'
import { useFittedText } from './use-fitted-text.ts'
import type { TokenChoice } from './use-swap.ts'
import './amount-field.css'

type AmountFieldProps = {
	readonly label: string
	readonly token: Token
	readonly choices: readonly TokenChoice[]
	/** The other side's token. */
	readonly other: string
	/** What the user typed, if it was on this side, and how it was interpreted. */
	readonly typed?: { readonly text: string; readonly amount: TypedAmount }
	/** This side's amount from the quote, if the user typed on the other side. */
	readonly computed: Decimal | undefined
	readonly balance?: Decimal
	/** The part of the balance that is held by open orders. */
	readonly held?: Decimal
	readonly isBalanceUnavailable?: boolean
	/** The value of the amount in the pair's stable token, if the pair has one; its line is there without an amount, too. */
	readonly worth?: { readonly symbol: string; readonly amount: Decimal | undefined } | undefined
	readonly onType: (text: string) => void
	readonly onChoose: (symbol: string) => void
	/** Fills in a part of what can be sold, in percent. */
	readonly onPart?: (percent: number) => void
}

/** One side of the swap: an amount, its interpretation, its token, and the account's balance. */
export function AmountField(props: AmountFieldProps) {
	const { label, token, choices, other, typed, computed, onType, onChoose } = props
	const id = useId()
	const shown = typed?.text ?? (computed === undefined ? '' : formatAmount(computed))
	const fitted = useFittedText(shown)
	return (
		<div className="amount-field">
			<div className="amount-field-head">
				<label htmlFor={id}>{label}</label>
				<Parts {...props} />
			</div>
			<div className="amount-field-row">
				<input
					id={id}
					ref={fitted}
					className="amount-field-input"
					inputMode="decimal"
					autoComplete="off"
					spellCheck={false}
					placeholder="0"
					maxLength={80}
					value={shown}
					aria-describedby={`${id}-understood`}
					onChange={event => onType(event.target.value)}
				/>
				<TokenButton side={label} token={token} choices={choices} other={other} onChoose={onChoose} />
			</div>
			<div className="amount-field-foot">
				<Worth {...props} />
				<Balance {...props} />
				<p
					id={`${id}-understood`}
					className={typed === undefined ? 'amount-field-understood' : 'amount-field-understood amount-field-typed'}
					aria-live="polite"
				>
					{typed !== undefined && !/^\d+$/.test(typed.text) && (
						<Understood typed={typed.amount} token={token} onType={onType} />
					)}
				</p>
			</div>
		</div>
	)
}

/**
 * The amount as the page will use it, so that a misread separator does not go unnoticed; or the question which amount
 * is meant.
 */
function Understood({
	typed,
	token: { symbol },
	onType,
}: { typed: TypedAmount } & Pick<AmountFieldProps, 'token' | 'onType'>) {
	if (typed.kind === 'amount')
		return (
			<>
				= <Amount amount={typed.amount} symbol={symbol} />
			</>
		)
	if (typed.kind !== 'ambiguous') return null
	return <Readings readings={typed.readings} words={reading => `${writeAmount(reading)} ${symbol}`} onChoose={onType} />
}

/** The value at the mid price, in the pair's stable token. */
function Worth({ worth }: AmountFieldProps) {
	if (worth === undefined) return null
	return (
		<p className="amount-field-worth">
			{worth.amount !== undefined && (
				<>
					<span aria-hidden="true">≈</span> <span className="visually-hidden">Worth about</span>{' '}
					<Amount amount={worth.amount} symbol={worth.symbol} digits={3} /> <span>at mid</span>
				</>
			)}
		</p>
	)
}

/** Parts of what can be sold, at a click. Before the amount, so that the keys after it lead to the review. */
function Parts({ balance = Decimal.zero, held = Decimal.zero, onPart }: AmountFieldProps) {
	if (onPart === undefined) return null
	const isOff = balance <= held
	return (
		<span className="amount-field-parts">
			{[25, 50].map(percent => (
				<button
					key={percent}
					type="button"
					className="amount-field-part"
					disabled={isOff}
					onClick={() => onPart(percent)}
				>
					{percent}%<span className="visually-hidden"> of what you can sell</span>
				</button>
			))}
			<button type="button" className="amount-field-part" disabled={isOff} onClick={() => onPart(100)}>
				Max<span className="visually-hidden">: the most you can sell</span>
			</button>
		</span>
	)
}

function Balance({ balance, held = Decimal.zero, isBalanceUnavailable = false }: AmountFieldProps) {
	if (isBalanceUnavailable) return <span className="amount-field-balance">Balance unavailable</span>
	if (balance === undefined) return null
	return (
		<span className="amount-field-balance">
			<span>
				Balance <Amount amount={balance} format={{ places: 6 }} />
				{held > Decimal.zero && (
					<span className="amount-field-held">
						<Amount amount={held} format={{ places: 6 }} /> in open orders
					</span>
				)}
			</span>
		</span>
	)
}
