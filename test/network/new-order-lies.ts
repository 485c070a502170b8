import type { NewOrder, WireOf } from '@accord/protocol'

// What a service can send to a maker that quotes XRD/xUSDC at 0.04995 and 0.05005, 10,000 XRD a side, other than an order
// that it matched with that book.

type NewOrderWire = WireOf<typeof NewOrder>

/** A new order that is not one, and what the makers who are asked to fill it must say. */
export type NewOrderLie = {
	readonly order: (honest: NewOrderWire) => object
	readonly sdk: RegExp
	readonly reference: RegExp
	readonly python: RegExp
}

/** The order of a user who sells 100 XRD to this maker. */
export function honestOrder(id: string): NewOrderWire {
	const createdAtMs = Date.now()
	const fillBeforeMs = createdAtMs + 3_000
	return {
		id,
		created_at: Math.floor(createdAtMs / 1000),
		created_at_ms: createdAtMs,
		fill_before: Math.floor(fillBeforeMs / 1000),
		fill_before_ms: fillBeforeMs,
		...matched(['100', 'XRD'], ['4.99', 'xUSDC']),
	}
}

type Side = readonly [amount: string, symbol: string]

/** An order, and the fill that mirrors it. */
function matched([sold, sell]: Side, [bought, buy]: Side) {
	const [sells, buys] = [
		{ symbol: sell, amount: sold },
		{ symbol: buy, amount: bought },
	]
	return { limit_order: { sell: sells, buy: buys }, fill: { sell: buys, buy: sells } }
}

const says = (sdk: RegExp, reference: RegExp, python: RegExp) => ({ sdk, reference, python })
const notMirrored = says(/not the mirror image/, /not_the_mirror/, /not the mirror image/)
const badPrice = says(/more than the book gives/, /: price$/, /above our bid|below our ask/)
const notQuoted = says(/is not quoted/, /unknown_pair/, /a pair that we do not quote/)
const fill = (sell: Partial<NewOrderWire['fill']['sell']>, buy: Partial<NewOrderWire['fill']['buy']> = {}) => {
	return ({ fill: { sell: sold, buy: bought }, ...rest }: NewOrderWire) => {
		return { ...rest, fill: { sell: { ...sold, ...sell }, buy: { ...bought, ...buy } } }
	}
}
const trades = (sold: Side, bought: Side) => (honest: NewOrderWire) => ({ ...honest, ...matched(sold, bought) })

export const newOrderLies: Readonly<Record<string, NewOrderLie>> = {
	'the fill sells more than the order buys': { order: fill({ amount: '4.991' }), ...notMirrored },
	'the fill buys less than the order sells': { order: fill({}, { amount: '99' }), ...notMirrored },
	'the fill sells another token': { order: fill({ symbol: 'xUSDT' }), ...notMirrored },
	'the fill buys another token': { order: fill({}, { symbol: 'xETH' }), ...notMirrored },
	'1000 xUSDC for 1 XRD': { order: trades(['1', 'XRD'], ['1000', 'xUSDC']), ...badPrice },
	'a price a little above the bid': { order: trades(['100', 'XRD'], ['5.01', 'xUSDC']), ...badPrice },
	'a price a little below the ask': { order: trades(['4.99', 'xUSDC'], ['100', 'XRD']), ...badPrice },
	'more than is quoted': {
		order: trades(['3000000', 'XRD'], ['140000', 'xUSDC']),
		...says(/more than the book gives/, /: funds$/, /more than we quote/),
	},
	'a pair that is not quoted': { order: trades(['1', 'xETH'], ['1', 'xwBTC']), ...notQuoted },
	'a token that nobody knows': { order: trades(['1', 'xDOGE'], ['1', 'xUSDC']), ...notQuoted },
	'a token for itself': { order: trades(['100', 'XRD'], ['100', 'XRD']), ...notQuoted },
	'more decimals than the token has': {
		order: trades(['100', 'XRD'], ['4.9900000001', 'xUSDC']),
		...says(/more than the token’s 6 decimals/, /more than the token’s 6 decimals/, /more decimals than xUSDC has/),
	},
	'a negative amount sold': {
		order: trades(['100', 'XRD'], ['-4.99', 'xUSDC']),
		...says(/more than nothing/, /more than nothing/, /-4\.99 is not an amount/),
	},
	'nothing for something': {
		order: trades(['100', 'XRD'], ['0', 'xUSDC']),
		...says(/more than nothing/, /more than nothing/, /buys or sells nothing/),
	},
	'something for nothing': {
		order: trades(['0', 'XRD'], ['4.99', 'xUSDC']),
		...says(/more than 0|more than nothing|more than the book gives/, /: price$/, /above our bid|sells nothing/),
	},
	'an order that had to be filled before now': {
		order: honest => ({
			...honest,
			fill_before_ms: Date.now() - 1_000,
			fill_before: Math.floor(Date.now() / 1000) - 1,
		}),
		...says(/had to be filled \d/, /too_late/, /had to be filled before now/),
	},
}
