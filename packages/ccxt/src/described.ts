import { candleIntervals } from '@accord/protocol'

const supported = [
	...['publicAPI', 'privateAPI', 'spot', 'ws', 'fetchMarkets', 'fetchCurrencies', 'fetchTime', 'fetchTicker'],
	...['fetchOrderBook', 'fetchTrades', 'fetchOHLCV', 'fetchBalance', 'createOrder', 'createLimitOrder'],
	...['createMarketOrder', 'fetchOrder', 'fetchOrders', 'fetchOpenOrders', 'fetchClosedOrders', 'cancelOrder'],
	...['watchOrderBook', 'watchTrades', 'watchOrders'],
]
const unsupported = [
	...['CORS', 'margin', 'swap', 'future', 'option', 'fetchTickers', 'fetchMyTrades', 'editOrder', 'cancelAllOrders'],
	...[
		'createStopOrder',
		'deposit',
		'withdraw',
		'transfer',
		'watchTicker',
		'watchOHLCV',
		'watchBalance',
		'watchMyTrades',
	],
]

/** What CCXT's `describe()` says of an exchange. Any page may use the service, so CORS here means a proxy is not needed. */
export const described: {
	readonly has: Readonly<Record<string, boolean>>
	readonly timeframes: Readonly<Record<string, string>>
} = {
	has: Object.fromEntries([
		...supported.map(name => [name, true] as const),
		...unsupported.map(name => [name, name === 'CORS'] as const),
	]),
	timeframes: Object.fromEntries(Object.keys(candleIntervals).map(interval => [interval, interval])),
}
