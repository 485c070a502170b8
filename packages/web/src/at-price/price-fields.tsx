import type { Decimal } from '@accord/protocol'
import { useId, useState } from 'react'
import { formatSignificant } from '../format/format-amount.ts'
import { readAmount } from '../format/read-amount.ts'
import type { SwapInput } from '../quote/swap-quote.ts'
import { useOrderBook, useSession } from '../session/session.tsx'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Readings } from '../ui/readings.tsx'
import type { PriceAlert } from './alert.ts'
import { isReached, limitAt } from './price-limit.ts'

type PriceFieldsProps = {
	readonly swap: SwapInput
	/** What the book gives for the amount now. */
	readonly now: Decimal | undefined
	readonly onAdd: (alert: PriceAlert) => void
}

/** The price to wait for, and the limit that it makes of the swap. */
export function PriceFields({ swap, now, onAdd }: PriceFieldsProps) {
	const { pair, page } = useSession()
	const { book } = useOrderBook()
	const [text, setText] = useState('')
	const id = useId()
	const { sell, buy, exact, amount } = swap
	const [base, quote] = sell.symbol === pair.base ? [sell, buy] : [buy, sell]
	const typed = readAmount(text, { symbol: quote.symbol, divisibility: 18 })
	const price = typed.kind === 'amount' ? typed.amount : undefined
	const limit = price === undefined ? undefined : limitAt({ sell, buy, exact, amount, pair, price })
	const places = { base: base.divisibility, quote: quote.divisibility }
	const isThere = limit !== undefined && book !== undefined && isReached(limit, book, places)
	const add = () => {
		if (price === undefined || limit === undefined || isThere) return
		const own = { base: pair.base, quote: pair.quote }
		const watched = { id: crypto.randomUUID(), networkId: page.networkId, exact, isRinging: false }
		onAdd({ kind: 'price', ...watched, pair: own, price, limit })
	}
	return (
		<form
			className="at-price-fields"
			onSubmit={event => {
				event.preventDefault()
				add()
			}}
		>
			<label htmlFor={id}>
				Price in <span translate="no">{pair.quote}</span> <span>for one</span> <span translate="no">{pair.base}</span>
			</label>
			<input
				id={id}
				className="input"
				inputMode="decimal"
				autoComplete="off"
				spellCheck={false}
				maxLength={80}
				value={text}
				aria-describedby={`${id}-means`}
				onChange={({ target }) => setText(target.value)}
			/>
			<div id={`${id}-means`} className="at-price-means" aria-live="polite">
				{now !== undefined && (
					<p>
						The book gives <Amount amount={now} format={{ places: 9 }} /> <span>now, fees not included.</span>
					</p>
				)}
				{typed.kind === 'invalid' && <p className="at-price-wrong">{typed.reason}</p>}
				{typed.kind === 'ambiguous' && (
					<p>
						<Readings readings={typed.readings} words={reading => formatSignificant(reading, 18)} onChoose={setText} />
					</p>
				)}
				{price !== undefined && limit === undefined && (
					<p className="at-price-wrong">At this price the amount is worth nothing, or too much.</p>
				)}
				{limit !== undefined && (
					<p>
						{exact === 'sell' ? 'You receive at least' : 'You pay at most'}{' '}
						<Amount {...(exact === 'sell' ? limit.buy : limit.sell)} />
						<span>{exact === 'sell' ? '.' : ', and the fees.'}</span>
					</p>
				)}
				{isThere && (
					<p className="at-price-wrong">The book gives this price already: close this and review the swap.</p>
				)}
			</div>
			<Button kind="primary" type="submit" disabled={limit === undefined || isThere}>
				Watch for this price
			</Button>
			<p className="at-price-means">
				It rings once. You then sign exactly this limit, valid for up to 60 s; if the price is gone by then, nothing is
				traded.
			</p>
		</form>
	)
}
