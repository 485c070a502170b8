import { Decimal } from '@accord/protocol'
import type { Arena, Case, MakerBook } from './arena.ts'
import { must, within } from './message.ts'

type Side = readonly [amount: string, symbol: string]
type Invented = Record<string, unknown>

/** An order of a user who sells 1 % of the best bid, at its price, as this service would send it. */
function honestOrder(book: MakerBook, id: string): Invented {
	const sold = share(book, '100')
	return orderOf(id, [sold, book.pair.base], [worth(book, sold), book.pair.quote])
}

function orderOf(id: string, [sold, sell]: Side, [bought, buy]: Side): Invented {
	const createdAtMs = Date.now()
	const [sells, buys] = [
		{ symbol: sell, amount: sold },
		{ symbol: buy, amount: bought },
	]
	return {
		id,
		created_at: Math.floor(createdAtMs / 1000),
		created_at_ms: createdAtMs,
		fill_before: Math.floor((createdAtMs + waitMs) / 1000),
		fill_before_ms: createdAtMs + waitMs,
		limit_order: { sell: sells, buy: buys },
		fill: { sell: buys, buy: sells },
	}
}

/** How long a maker has to refuse, or to sign. */
const waitMs = 3_000

type Lie = (book: MakerBook, id: string) => Invented

const fillWith = (change: (fill: { sell: Invented; buy: Invented }, book: MakerBook) => object): Lie => {
	return (book, id) => {
		const honest = honestOrder(book, id)
		return { ...honest, fill: change(honest.fill as never, book) }
	}
}

const trade = (sides: (book: MakerBook) => readonly [Side, Side]): Lie => {
	return (book, id) => orderOf(id, ...sides(book))
}

/** Orders that nobody matched with the maker's book. */
const lies: Readonly<Record<string, Lie>> = {
	'a fill that sells more than the order buys': fillWith(({ sell, buy }) => ({ sell: doubled(sell), buy })),
	'a fill that buys less than the order sells': fillWith(({ sell, buy }) => ({
		sell,
		buy: { ...buy, amount: '0.01' },
	})),
	'a fill that sells another token': fillWith(({ sell, buy }) => ({ sell: { ...sell, symbol: 'xETH' }, buy })),
	'a fill that buys another token': fillWith(({ sell, buy }) => ({ sell, buy: { ...buy, symbol: 'xwBTC' } })),
	'a sale at twenty times its bid': trade(({ pair, ...book }) => {
		return [
			[share({ pair, ...book }, '100'), pair.base],
			[worth({ pair, ...book }, share({ pair, ...book }, '5')), pair.quote],
		]
	}),
	'a sale a little above its bid': trade(book => {
		const sold = share(book, '100')
		const more = Decimal.parse(worth(book, sold))
		return [
			[sold, book.pair.base],
			[text((more * 101n) / 100n, 6), book.pair.quote],
		]
	}),
	'a purchase a little below its ask': trade(book => {
		const [ask] = book.asks
		const bought = Decimal.parse(share(book, '100'))
		const price = ((ask?.price ?? 0n) * 99n) / 100n
		return [
			[text((bought * price) / Decimal.one, 6), book.pair.quote],
			[text(bought, 6), book.pair.base],
		]
	}),
	'more than it offers': trade(book => {
		const all = book.bids.reduce((sum, { amount }) => sum + amount, 0n) * 3n
		return [
			[text(all, 6), book.pair.base],
			[worth(book, text(all, 6)), book.pair.quote],
		]
	}),
	'a pair that it does not quote': trade(() => [
		['1', 'xETH'],
		['0.01', 'xwBTC'],
	]),
	'a token that nobody knows': trade(({ pair }) => [
		['1', pair.base],
		['1', 'xDOGE'],
	]),
	'a token for itself': trade(({ pair }) => [
		['1', pair.base],
		['1', pair.base],
	]),
	'more decimals than the token has': trade(book => {
		return [
			[share(book, '100'), book.pair.base],
			[`${worth(book, share(book, '200'))}0000000000001`, book.pair.quote],
		]
	}),
	'a negative amount': trade(book => [
		[share(book, '100'), book.pair.base],
		['-1', book.pair.quote],
	]),
	'nothing in return': trade(book => [
		['0', book.pair.base],
		[worth(book, share(book, '100')), book.pair.quote],
	]),
	'an amount that is no number': trade(book => [
		[share(book, '100'), book.pair.base],
		['NaN', book.pair.quote],
	]),
	'an amount in floating point': trade(book => [
		['1e30', book.pair.base],
		['1e-9', book.pair.quote],
	]),
	'no amounts': (book, id) => ({ ...honestOrder(book, id), limit_order: {}, fill: {} }),
	'a deadline that is over': (book, id) => {
		const nowMs = Date.now() - 10_000
		return { ...honestOrder(book, id), fill_before: Math.floor(nowMs / 1000), fill_before_ms: nowMs }
	},
}

/** Nothing is signed that is not at the maker's own prices, whatever the service says. */
export const lieCases: readonly Case[] = [
	...Object.entries(lies).map(
		([what, lie]): Case => ({ name: `does not sign ${what}`, run: arena => refuses(arena, lie) }),
	),
	{
		name: 'still fills honest orders after these',
		run: arena => arena.settles('bids'),
	},
]

async function refuses(arena: Arena, lie: Lie): Promise<void> {
	const book = await arena.ready(0)
	const { said } = arena.mark()
	const id = `invented-${said}`
	arena.line.sessions.inventOrder(lie(book, id) as { id: string })
	// An honest order behind it shows when the maker has read the lie.
	const settled = arena.settles('bids', { share: '0.001' })
	// Awaited below: a failure until then is this case's, not the process's end.
	settled.catch(() => undefined)
	await within(waitMs * 5, 'an answer to an honest order', () =>
		arena.said('platform.fills.fill', said).some(({ order_id }) => order_id !== id),
	)
	await settled
	must(!arena.said('platform.fills.fill', said).some(({ order_id }) => order_id === id), 'it signed')
}

function doubled({ amount, ...rest }: Invented): Invented {
	return { ...rest, amount: text(Decimal.parse(String(amount)) * 2n, 6) }
}

/** A fraction of the best bid's amount. */
function share({ bids: [bid] }: MakerBook, parts: string): string {
	return text((bid?.amount ?? 0n) / BigInt(parts), 6)
}

/** What an amount of base is worth at the best bid, in at most six places. */
function worth({ bids: [bid] }: MakerBook, base: string): string {
	return text((Decimal.parse(base) * (bid?.price ?? 0n)) / Decimal.one, 6)
}

function text(amount: bigint, places: number): string {
	return Decimal.format(Decimal.roundDown(amount as Decimal, places))
}
