import { useId, useState } from 'react'
import { clockTime } from '../format/clock-time.ts'
import type { SwapInput } from '../quote/swap-quote.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import type { Repeat } from './alert.ts'
import { everyOf, type Unit } from './every.ts'

/** How often the swap comes up for review. */
export function RepeatFields({ swap, onAdd }: { swap: SwapInput; onAdd: (alert: Repeat) => void }) {
	const { networkId } = useSession().page
	const [count, setCount] = useState('1')
	const [unit, setUnit] = useState<Unit>('hours')
	const id = useId()
	const everyMs = everyOf(count, unit)
	const add = () => {
		if (everyMs === undefined) return
		const { sell, buy, exact, amount } = swap
		const watched = { id: crypto.randomUUID(), networkId, exact, isRinging: false }
		const nextAtMs = Date.now() + everyMs
		onAdd({ kind: 'repeat', ...watched, sell: sell.symbol, buy: buy.symbol, amount, everyMs, nextAtMs })
	}
	return (
		<form
			className="at-price-fields"
			onSubmit={event => {
				event.preventDefault()
				add()
			}}
		>
			<label htmlFor={id}>Every</label>
			<div className="at-price-every">
				<input
					id={id}
					className="input"
					inputMode="numeric"
					autoComplete="off"
					maxLength={5}
					value={count}
					aria-invalid={everyMs === undefined}
					aria-describedby={`${id}-means`}
					onChange={({ target }) => setCount(target.value)}
				/>
				<Select label="Unit" value={unit} onChange={({ target }) => setUnit(target.value as Unit)}>
					<option value="minutes">minutes</option>
					<option value="hours">hours</option>
				</Select>
			</div>
			<p id={`${id}-means`} className="at-price-means" aria-live="polite">
				{everyMs === undefined
					? 'Enter a whole number, from one minute to 168 hours.'
					: `The first time at ${clockTime(Date.now() + everyMs)}, at what the book gives then.`}
			</p>
			<Button kind="primary" type="submit" disabled={everyMs === undefined}>
				Repeat
			</Button>
			<p className="at-price-means">
				Each time needs your signature. A time that passes while the page is closed is left out.
			</p>
		</form>
	)
}
