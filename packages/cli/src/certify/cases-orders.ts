import type { Side } from '@accord/protocol'
import { Decimal } from '@accord/protocol'
import type { Arena, Case } from './arena.ts'
import { type Json, must } from './message.ts'

const settles = (name: string, side: Side, options: Parameters<Arena['settles']>[1] = {}): Case => {
	return { name, run: arena => arena.settles(side, options) }
}

/** Honest orders, one or many, which the maker fills. */
export const orderCases: readonly Case[] = [
	settles('fills a sale at its bid', 'bids'),
	settles('fills a purchase at its ask', 'asks'),
	settles('fills a sale of an exact amount of the quote token’s worth', 'bids', { exact: 'quote' }),
	settles('fills a purchase for an exact amount of the quote token', 'asks', { exact: 'quote' }),
	settles('fills a sale of nearly a whole level', 'bids', { share: '0.6' }),
	settles('fills a purchase of nearly a whole level', 'asks', { share: '0.6' }),
	settles('fills an amount with many decimal places', 'bids', { share: '0.0123456789' }),
	settles('fills an order whose user allows slippage', 'bids', { slippage: '0.01' }),
	{
		name: 'signs exactly what it was asked for',
		run: async arena => {
			const { said, told } = arena.mark()
			await arena.settles('asks')
			const [fill] = arena.fills(said)
			const [order] = arena.orders(told)
			must(fill !== undefined && order !== undefined, 'there was no fill')
			for (const side of ['sell', 'buy'] as const) mustBe(fill[side], order.fill[side], side)
		},
	},
	{
		name: 'signs for one minute at most',
		run: async arena => {
			const { said } = arena.mark()
			await arena.settles('bids')
			const [fill] = arena.fills(said)
			const leftS = (fill?.maxTimestampS ?? Number.POSITIVE_INFINITY) - Date.now() / 1000
			must(leftS <= 60, `the fill could be used for another ${Math.round(leftS)} s`)
		},
	},
	{
		name: 'fills five orders at once',
		run: async arena => void (await Promise.all(Array.from({ length: 5 }, () => arena.settles('bids', small)))),
	},
	{
		name: 'fills sales and purchases at once',
		run: async arena => {
			const sides = ['bids', 'asks', 'bids', 'asks'] as const
			await Promise.all(sides.map(side => arena.settles(side, small)))
		},
	},
	{
		name: 'signs an order that arrives twice no second time',
		run: async arena => {
			const { said } = arena.mark()
			arena.line.sessions.replace = body => (body.method === 'platform.new_orders.new' ? [body, body] : [body])
			await arena.settles('bids')
			const ids = new Set(arena.fills(said).map(({ subintentId }) => subintentId))
			must(ids.size === 1, `${ids.size} different fills were signed for one order`)
		},
	},
	{
		name: 'does not sign an order that arrives after its deadline',
		run: async arena => {
			const { said } = arena.mark()
			const { sessions } = arena.line
			const late: Json[] = []
			sessions.replace = body => {
				if (body.method !== 'platform.new_orders.new') return [body]
				late.push(body)
				return []
			}
			await arena.trade('bids')
			sessions.replace = body => [body]
			for (const body of late) sessions.invent(JSON.stringify(body))
			await new Promise(resolve => setTimeout(resolve, 2_000))
			must(late.length > 0, 'the maker was not asked')
			must(arena.fills(said).length === 0, 'it signed')
		},
	},
	{
		name: 'is asked again after it was silent',
		run: async arena => {
			await arena.settles('asks')
		},
	},
]

const small = { share: '0.005' }

function mustBe(found: { symbol: string; amount: Decimal }, asked: Json, side: string): void {
	const text = `${Decimal.format(found.amount)} ${found.symbol}`
	must(text === `${asked.amount} ${asked.symbol}`, `${side} is ${text} in place of ${asked.amount} ${asked.symbol}`)
}
