import { Decimal, type PriceLevel } from '@accord/protocol'
import type { ShownBook } from '@accord/sdk'
import type { Paint } from '../terminal/paint.ts'
import { formatTable } from '../terminal/table.ts'

/** A pair's book as two sides, the best prices in the middle: asks above, bids below. */
export function describeBook({ pair, bids, asks }: ShownBook, paint: Paint): string[] {
	const row = (side: string, { price, amount }: PriceLevel) => [side, Decimal.format(price), Decimal.format(amount)]
	const rows = [
		...asks.map(level => row(paint.red('ask'), level)).toReversed(),
		['', paint.dim(spreadText({ bids, asks })), ''],
		...bids.map(level => row(paint.green('bid'), level)),
	]
	const columns = [
		{ title: '' },
		{ title: `PRICE (${pair.quote})`, align: 'right' },
		{ title: `AMOUNT (${pair.base})`, align: 'right' },
	] as const
	return formatTable(columns, rows, paint)
}

/** The best prices of several books, one a line. */
export function describeBooks(books: readonly ShownBook[], paint: Paint): string[] {
	const best = ([level]: readonly PriceLevel[]) =>
		level === undefined ? ['none', ''] : [Decimal.format(level.price), Decimal.format(level.amount)]
	const rows = books.map(({ pair, bids, asks }) => {
		const [bid = '', bidAmount = ''] = best(bids)
		const [ask = '', askAmount = ''] = best(asks)
		return [`${pair.base}/${pair.quote}`, bidAmount, bid, ask, askAmount, `${bids.length} + ${asks.length}`]
	})
	const columns = [
		{ title: 'PAIR' },
		{ title: 'AMOUNT', align: 'right' },
		{ title: 'BEST BID', align: 'right' },
		{ title: 'BEST ASK', align: 'right' },
		{ title: 'AMOUNT', align: 'right' },
		{ title: 'LEVELS', align: 'right' },
	] as const
	return formatTable(columns, rows, paint)
}

const hundred = Decimal.fromInteger(100)

function spreadText({ bids: [bid], asks: [ask] }: Pick<ShownBook, 'bids' | 'asks'>): string {
	if (bid === undefined || ask === undefined) return 'one side only'
	const spread = Decimal.subtract(ask.price, bid.price)
	const percent = Decimal.roundUp(Decimal.divUp(Decimal.mulUp(spread, hundred), ask.price), 2)
	return `spread ${Decimal.format(spread)} (${Decimal.format(percent)} %)`
}
