import { Decimal } from '@accord/protocol'
import type { Route } from '../app/route.ts'
import { clockTime } from '../format/clock-time.ts'
import { formatAmount, formatSignificant } from '../format/format-amount.ts'
import type { Alert } from './alert.ts'
import { everyWords } from './every.ts'

/** What is swapped, as text for a notification and for labels: `sell 100 XRD for at least 5.1 xUSDC`. */
export function swapWords(alert: Alert): string {
	if (alert.kind === 'repeat') {
		const { sell, buy, exact, amount } = alert
		const words = formatAmount(amount)
		return exact === 'sell' ? `sell ${words} ${sell} for ${buy}` : `buy ${words} ${buy} with ${sell}`
	}
	const { sell, buy } = alert.limit
	const [sold, bought] = [`${formatAmount(sell.amount)} ${sell.symbol}`, `${formatAmount(buy.amount)} ${buy.symbol}`]
	return alert.exact === 'sell' ? `sell ${sold} for at least ${bought}` : `buy ${bought} for at most ${sold}`
}

/** What is watched from now on: `Watching for 0.051 xUSDC, to sell 100 XRD for at least 5.1 xUSDC.` */
export function watchWords(alert: Alert): string {
	if (alert.kind === 'repeat')
		return `Repeating ${everyWords(alert.everyMs)}, first at ${clockTime(alert.nextAtMs)}: ${swapWords(alert)}.`
	return `Watching for ${formatSignificant(alert.price, 9)} ${alert.pair.quote}, to ${swapWords(alert)}.`
}

/** What a notification says when it rings. */
export function ringWords(alert: Alert): string {
	if (alert.kind === 'repeat') return `It is time to ${swapWords(alert)}.`
	const { price, pair } = alert
	return `The book gives your price, ${formatSignificant(price, 9)} ${pair.quote}: ${swapWords(alert)}.`
}

/** Where it is reviewed, filled in. */
export function reviewRoute(alert: Alert): Route {
	const { exact } = alert
	const isPrice = alert.kind === 'price'
	const [sell, buy] = isPrice ? [alert.limit.sell.symbol, alert.limit.buy.symbol] : [alert.sell, alert.buy]
	const amount = Decimal.format(isPrice ? alert.limit[exact].amount : alert.amount)
	const filled = { sell, buy, amount, ...(exact === 'buy' ? { exact } : {}), step: 'review' as const }
	return { view: 'swap', swap: isPrice ? { ...filled, alert: alert.id } : filled }
}
