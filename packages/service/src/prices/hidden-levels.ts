import { Decimal, type HiddenLevels, type OrderBook, type Side } from '@accord/protocol'
import type { MakerBook, QuoteStatus } from './maker-book.ts'
import { type AvailableLevel, amountSold, type Deductions, makerSide, sideLeft } from './maker-side.ts'

type SideOfBook = {
	readonly book: MakerBook
	readonly side: Side
	readonly deductions: Deductions
	readonly minOffered: Decimal
	readonly exposureMax: Decimal
	/** The token sold on the side. */
	readonly symbol: string
	/** The order book as everyone sees it. */
	readonly shown: OrderBook
}

const details = {
	no_stream: 'no session of yours has the new orders stream on for this pair: platform.new_orders.start_stream',
	paused: 'you are paused: GET /maker/stats says why',
	session_ended: 'the session that sent it has ended: send it again',
	session_silent: 'the session that sent it was silent for longer than its dead-man timer: send it again',
	cancelled: 'you have cancelled it: send it again',
	refused: 'a later book of this pair was refused: send a new one',
	replaced:
		'a session at another node, which cannot be reached now, has replaced it: send it again to trade by it here',
	looked_up: 'the order that it is net of is being looked up',
} as const

/** Why an entire book is not in the order book. */
export function whyNotInForce({ notInForceBecause, withdrawn }: QuoteStatus): HiddenLevels[] {
	if (notInForceBecause === undefined) return []
	const because = notInForceBecause === 'withdrawn' ? (withdrawn ?? 'cancelled') : notInForceBecause
	return [{ because, detail: details[because] }]
}

/** Why levels of one side of a book in force are not in the order book. */
export function hiddenLevels({
	book,
	side,
	deductions,
	minOffered,
	exposureMax,
	symbol,
	shown,
}: SideOfBook): HiddenLevels[] {
	if (book[side].length === 0) return []
	const hide = (because: HiddenLevels['because'], detail: string): HiddenLevels => ({ side, because, detail })
	const whole = makerSide(book, side)
	const uncapped = sideLeft(whole, deductions)
	if (uncapped.levels.length === 0) return [hide('reserved', 'all of it is reserved for orders')]
	const left = sideLeft(whole, deductions, exposureMax)
	const cut =
		left.base < uncapped.base
			? [
					hide(
						'exposure_limit',
						`at most ${Decimal.format(exposureMax)} ${book.pair.base} may be open: GET /maker/limits`,
					),
				]
			: []
	const sold = amountSold(left)
	if (left.levels.length === 0) return cut
	if (sold < minOffered) {
		const amounts = `${Decimal.format(sold)} ${symbol} is left, the least is ${Decimal.format(minOffered)}`
		return [...cut, hide('below_least_part', `${amounts} (10 settlement fees)`)]
	}
	return [...cut, ...beyond(left.levels, shown[side]).map(detail => hide('beyond_levels', detail))]
}

/** The order book has at most 50 levels, and ends where an order would need more makers than it may be split over. */
function beyond(left: readonly AvailableLevel[], shown: OrderBook['bids']): string[] {
	const prices = new Set(shown.map(({ price }) => price))
	const first = left.find(({ price }) => !prices.has(price))
	return first === undefined ? [] : [`the order book ends before your level at ${Decimal.format(first.price)}`]
}
