import { Decimal, DexClient, describeError, SolverClient } from '@accord/sdk'
import { checkFill, checkSubintent } from '@accord/sdk/codec'
import { MakerClient } from '@accord/sdk/maker'
import type { TestMaker } from '../../network/test-maker.ts'
import type { TestNetwork } from '../../network/test-network.ts'
import { js, type Mistakes } from './mistake.ts'

/** Who calls the SDK from plain JavaScript: fields are missing, or of other types. */
export function sdkMistakes(network: TestNetwork, maker: TestMaker): Mistakes {
	const { dex } = network
	const { client } = maker
	const [user] = network.users
	const account = user?.account ?? ''
	const swap = { sell: { symbol: 'XRD', amount: '100' }, buy: 'xUSDC', account }
	const fee = { symbol: 'XRD', platformAmount: '0.1', settlementAmount: '5.25' }
	const pair = { base: 'XRD', quote: 'xUSDC' }
	const first = async <T>(values: AsyncIterable<T>) => {
		for await (const value of values) return value
	}
	const dexAt = (options: unknown) => new DexClient(js(options))
	const makerAt = (options: unknown) => new MakerClient(js(options))
	return {
		'DexClient without options': [
			() => dexAt(undefined),
			'TypeError: DexClient: expected an object {integrator, baseUrl, apiKey, fetch, timeoutMs, retriesMax}, found nothing',
		],
		'DexClient without an address': [
			() => dexAt({}),
			'TypeError: the client needs baseUrl, such as https://…, not nothing',
		],
		'DexClient with another name of the address': [
			() => dexAt({ url: 'http://127.0.0.1:8480' }),
			'TypeError: DexClient has no option url; there are integrator, baseUrl, apiKey, fetch, timeoutMs, retriesMax',
		],
		'DexClient with the address alone': [
			() => dexAt('http://127.0.0.1:8480'),
			'TypeError: DexClient: expected an object {integrator, baseUrl, apiKey, fetch, timeoutMs, retriesMax}, found "http://127.0.0.1:8480"',
		],
		'DexClient without http': [
			() => dexAt({ baseUrl: '127.0.0.1:8480' }).version(),
			'TypeError: the client needs baseUrl, such as https://…, not "127.0.0.1:8480"',
		],
		'DexClient with a WebSocket’s address': [
			() => dexAt({ baseUrl: 'ws://127.0.0.1:8480' }).version(),
			'TypeError: the client needs baseUrl, such as https://…, not "ws://127.0.0.1:8480"',
		],
		'quote of nothing': [
			() => dex.quote(js(undefined)),
			'TypeError: quote: expected an object {sell, buy, account, slippage, largeSlippage, atLeast, atMost, anyPrice, sign, expiresInSeconds, onStep, follow, signal}, found nothing',
		],
		'quote of a number': [
			() => dex.quote({ ...swap, sell: { symbol: 'XRD', amount: js(100) } }),
			'TradeError: expected a decimal as text, such as "1.5", with at most 18 decimal places and no exponent, found the number 100, and numbers lose digits',
		],
		'quote of a text': [
			() => dex.quote(js({ ...swap, sell: '100 XRD' })),
			'TypeError: quote: expected an amount {symbol, amount} for one of sell and buy, found "100 XRD" and "xUSDC"',
		],
		'quote of two texts': [
			() => dex.quote(js({ ...swap, sell: 'XRD' })),
			'TypeError: quote: expected an amount {symbol, amount} for one of sell and buy, found "XRD" and "xUSDC"',
		],
		'quote without a token to buy': [
			() => dex.quote(js({ ...swap, buy: undefined })),
			'TypeError: quote: buy, expected a token symbol, since the other side has the amount, found nothing',
		],
		'quote without an account': [
			() => dex.quote(js({ ...swap, account: undefined })),
			'TypeError: quote: account, expected the address of an account, found nothing',
		],
		'quote with a misspelled option': [
			() => dex.quote(js({ ...swap, slipage: '0.5%' })),
			'TypeError: quote has no option slipage; there are sell, buy, account, slippage, largeSlippage, atLeast, atMost, anyPrice, sign, expiresInSeconds, onStep, follow, signal',
		],
		'quote with slippage as a number': [
			() => dex.quote({ ...swap, slippage: js(0.005) }),
			'TradeError: expected a decimal as text, such as "1.5", with at most 18 decimal places and no exponent, found the number 0.005, and numbers lose digits',
		],
		'quote with slippage of 50': [
			() => dex.quote({ ...swap, slippage: '50' }),
			'RangeError: slippage of 5000%: if it is meant, say largeSlippage: true; 0.5% is half a percent',
		],
		'requestQuote without a pair': [
			() => dex.requestQuote(js({ sell: swap.sell })),
			'TypeError: requestQuote: pair, expected an object {base, quote}, found nothing',
		],
		'requestQuote without amounts': [
			() => dex.requestQuote(js({ pair })),
			'TypeError: requestQuote: buy, expected an object {symbol, amount}, found nothing',
		],
		'requestQuote of a pair as text': [
			() => dex.requestQuote(js({ pair: 'XRD/xUSDC', sell: swap.sell })),
			'TypeError: requestQuote: pair, expected an object {base, quote}, found "XRD/xUSDC"',
		],
		'orderBook of nothing': [
			() => dex.orderBook(js(undefined)),
			'TypeError: orderBook: pair, expected an object {base, quote}, found nothing',
		],
		'orderBook of a pair as text': [
			() => dex.orderBook(js('XRD/xUSDC')),
			'TypeError: orderBook: pair, expected an object {base, quote}, found "XRD/xUSDC"',
		],
		'orderBook of two symbols': [
			() => dex.orderBook(js('XRD'), js('xUSDC')),
			'TypeError: orderBook: pair, expected an object {base, quote}, found "XRD"',
		],
		'followOrderBook of a pair as text': [
			() => first(dex.followOrderBook(js('XRD/xUSDC'))),
			'TypeError: followOrderBook: pair, expected an object {base, quote}, found "XRD/xUSDC"',
		],
		'followTrades of nothing': [
			() => first(dex.followTrades(js(undefined))),
			'TypeError: followTrades: pair, expected an object {base, quote}, found nothing',
		],
		'candles without an interval': [
			() => dex.candles(pair, js(undefined)),
			'TypeError: candles: options, expected an object {interval}, found nothing',
		],
		'order of nothing': [
			() => dex.order(js(undefined)),
			'TypeError: order: subintentId, expected the id of an order (subtxid_…), found nothing',
		],
		'order of an outcome': [
			() => dex.order(js({ subintentId: 'subtxid_sim1' })),
			'TypeError: order: subintentId, expected the id of an order (subtxid_…), found an object {subintentId}',
		],
		'orders of one id': [
			() => dex.orders(js('subtxid_sim1')),
			'TypeError: orders: subintentIds, expected an array, found "subtxid_sim1"',
		],
		'followOrder of nothing': [
			() => first(dex.followOrder(js(undefined))),
			'TypeError: followOrder: subintentId, expected the id of an order (subtxid_…), found nothing',
		],
		'accountOrders of nothing': [
			() => dex.accountOrders(js(undefined)),
			'TypeError: accountOrders: address, expected the address of an account, found nothing',
		],
		'accountLevel of nothing': [
			() => dex.accountLevel(js(undefined)),
			'TypeError: accountLevel: address, expected the address of an account, found nothing',
		],
		'submitOrder of nothing': [
			() => dex.submitOrder(js(undefined)),
			'TypeError: submitOrder: signedPartialTransaction, expected hexadecimal text, found nothing',
		],
		'submitOrder of a Buffer': [
			() => dex.submitOrder(js(Buffer.from('4d2208', 'hex'))),
			"TypeError: submitOrder: signedPartialTransaction, expected hexadecimal text, found bytes: write them as hexadecimal text, as in Buffer.from(bytes).toString('hex')",
		],
		'submitOrder of an object': [
			() => dex.submitOrder(js({ signedPartialTransaction: '4d2208' })),
			'TypeError: submitOrder: signedPartialTransaction, expected hexadecimal text, found an object {signedPartialTransaction}',
		],
		'compose of nothing': [
			() => dex.compose(js(undefined)),
			'TypeError: compose: request, expected an object {account, limitOrder, fee}, found nothing',
		],
		'compose without terms': [
			() => dex.compose(js({ account })),
			'TypeError: compose: request.limitOrder, expected an object {sell, buy}, found nothing',
		],
		'compose with amounts as text': [
			() => dex.compose(js({ account, limitOrder: { sell: swap.sell, buy: swap.sell }, fee })),
			'TradeError: expected a Decimal, found the text "100": Decimal.parse makes one of it',
		],
		'compose with sides that are texts': [
			() => dex.compose(js({ account, limitOrder: { sell: '100 XRD', buy: '5 xUSDC' }, fee: {} })),
			'TypeError: compose: request.limitOrder.sell, expected an object {symbol, amount}, found "100 XRD"',
		],
		'createSubintent of a text': [
			() => dex.createSubintent(js('YIELD_TO_PARENT;')),
			'TypeError: createSubintent: request, expected an object {manifest}, found "YIELD_TO_PARENT;"',
		],
		'createSubintent with other names': [
			() => dex.createSubintent(js({ manifest: 'YIELD_TO_PARENT;', expires_in_seconds: 30 })),
			'TypeError: createSubintent has no option expires_in_seconds; there are manifest, message, expiresInSeconds, expiresAtS, intentDiscriminator, orderId',
		],
		'sign without signatures': [
			() => dex.sign(js({ subintent: '4d' })),
			'TypeError: sign: request.signatures, expected an array, found nothing',
		],
		'sign with one signature': [
			() => dex.sign(js({ subintent: '4d', signatures: { curve: 'Ed25519' } })),
			'TypeError: sign: request.signatures, expected an array, found an object {curve}',
		],
		'sign with a Buffer': [
			() =>
				dex.sign({
					subintent: js(Buffer.from('4d')),
					signatures: [{ curve: 'Ed25519', publicKey: '00', signature: '00' }],
				}),
			"TypeError: sign: request.subintent, expected hexadecimal text, found bytes: write them as hexadecimal text, as in Buffer.from(bytes).toString('hex')",
		],
		'sign with a wallet’s curve': [
			() => dex.sign({ subintent: '4d', signatures: [{ curve: js('curve25519'), publicKey: '00', signature: '00' }] }),
			'TradeError: Invalid parameters: /signatures/0/curve, expected "Ed25519" or "Secp256k1", found "curve25519"',
		],
		'check of a text': [
			() => dex.check(js('YIELD_TO_PARENT;')),
			'TypeError: check: source, expected an object, found "YIELD_TO_PARENT;"',
		],
		'parse of nothing': [
			() => dex.parse(js(undefined)),
			'TypeError: parse: request, expected an object, found nothing',
		],
		'cancelOrder without a signer': [
			() => dex.cancelOrder('subtxid_sim1', js(undefined)),
			'TypeError: cancelOrder: sign, expected a function, found nothing',
		],
		'cancelOrder with a signature as text': [
			() => dex.cancelOrder('subtxid_sim1', () => js('00')),
			'TypeError: cancelOrder: signatures[0], expected an object {curve, signature}, found "00"',
		],
		'trade without a signer': [
			() => dex.trade(js({ ...swap, anyPrice: true })),
			'TypeError: trade: request.sign, expected a function, found nothing',
		],
		'trade without a bound': [
			() => dex.trade({ ...swap, sign: () => '' }),
			'RangeError: trade: say atLeast, the least to receive, or anyPrice: true',
		],
		'trade above its bound': [
			() => dex.trade({ ...swap, atLeast: '1000', sign: () => '' }),
			'RangeError: the book gives 5 xUSDC for 105.35 XRD, fees included, but atLeast is 1000 xUSDC',
		],
		'trade with a signer that returns nothing': [
			() => dex.trade({ ...swap, anyPrice: true, sign: () => js(undefined) }),
			'TypeError: trade: sign returned: signatures[0], expected an object {curve, signature}, found nothing',
		],
		'MakerClient without options': [
			() => makerAt(undefined),
			'TypeError: MakerClient: expected an object {flashUrl, apiKey, baseUrl, instamint, onState, onFilled, onBreaker, onBooksWithdrawn, onBookHeldBack, maxBookAgeMs, nowMs, onRestart, onRemoved, booksAreNet, onError, backoff, requestTimeoutMs}, found nothing',
		],
		'MakerClient at http': [
			() => makerAt({ flashUrl: 'http://127.0.0.1:8480/flash', apiKey: 'k' }),
			'TypeError: MakerClient needs flashUrl, such as wss://…/flash, not "http://127.0.0.1:8480/flash"',
		],
		'MakerClient without a key': [
			() => makerAt({ flashUrl: 'ws://127.0.0.1:8480/flash' }),
			'TypeError: MakerClient needs apiKey, which the operator issues',
		],
		'MakerClient with an unknown option': [
			() => makerAt({ flashUrl: 'ws://127.0.0.1/flash', apiKey: 'k', onOrder: 1 }),
			'TypeError: MakerClient has no option onOrder; there are flashUrl, apiKey, baseUrl, instamint, onState, onFilled, onBreaker, onBooksWithdrawn, onBookHeldBack, maxBookAgeMs, nowMs, onRestart, onRemoved, booksAreNet, onError, backoff, requestTimeoutMs',
		],
		'setPriceBook of nothing': [
			() => client.setPriceBook(js(undefined)),
			'TypeError: setPriceBook: book, expected an object {pair, bids, asks}, found nothing',
		],
		'setPriceBook of a pair as text': [
			() => client.setPriceBook(js({ pair: 'XRD/xUSDC', bids: [], asks: [] })),
			'TypeError: setPriceBook: book.pair, expected an object {base, quote}, found "XRD/xUSDC"',
		],
		'setPriceBook with levels as arrays': [
			() => client.setPriceBook({ pair, bids: [js(['0.05', '100'])], asks: [] }),
			'TypeError: setPriceBook: book.bids[0], expected an object {price, amount}, found an array of 2',
		],
		'setPriceBook with levels as numbers': [
			() => client.setPriceBook({ pair, bids: [js({ price: 0.05, amount: 100 })], asks: [] }),
			'TradeError: expected a decimal as text, such as "1.5", with at most 18 decimal places and no exponent, found the number 0.05, and numbers lose digits',
		],
		'setPriceBook without asks': [
			() => client.setPriceBook(js({ pair, bids: [] })),
			'TypeError: setPriceBook: book.asks, expected an array, found nothing',
		],
		'clearPriceBook of nothing': [
			() => client.clearPriceBook(js(undefined)),
			'TypeError: clearPriceBook: pair, expected an object {base, quote}, found nothing',
		],
		'onNewOrder without a handler': [
			() => client.onNewOrder(js(undefined)),
			'TypeError: onNewOrder: handler, expected a function, found nothing',
		],
		'newOrders with an unknown option': [
			() => client.newOrders(js({ pair })),
			'TypeError: newOrders has no option pair; there are pairs, minAmounts, cancelOnDisconnect, deadManTimerS, signal',
		],
		'fill of an order': [
			() => client.fill(js({ id: '5f0c' }), '4d'),
			'TypeError: fill: orderId, expected the id of a new order, found an object {id}',
		],
		'fill with a Buffer': [
			() => client.fill('5f0c', js(Buffer.from('4d'))),
			"TypeError: fill: signedPartialTransaction, expected the signed fill in hexadecimal, found bytes: write them as hexadecimal text, as in Buffer.from(bytes).toString('hex')",
		],
		'composeFill of nothing': [
			() => client.api.composeFill(js(undefined)),
			'TypeError: composeFill: fill, expected an object {account, orderId}, found nothing',
		],
		'composeFill without an order': [
			() => client.api.composeFill(js({ account })),
			'TypeError: composeFill: fill.orderId, expected the id of a new order, found nothing',
		],
		'checkFill of a text': [
			() => client.api.checkFill('5f0c', js('4d')),
			'TypeError: checkFill: source, expected an object, found "4d"',
		],
		'maker orders of a pair as text': [
			() => client.api.orders(js({ pair: 'XRD/xUSDC' })),
			'TypeError: orders: pair, expected an object {base, quote}, found "XRD/xUSDC"',
		],
		'SolverClient without options': [
			() => new SolverClient(js(undefined)),
			'TypeError: SolverClient: expected an object {solverUrl, apiKey, onState, onRestart, onRemoved, backoff}, found nothing',
		],
		'SolverClient at http': [
			() => new SolverClient({ solverUrl: 'http://127.0.0.1:8480' }),
			'TypeError: SolverClient needs solverUrl, such as wss://…, not "http://127.0.0.1:8480"',
		],
		'events since a number': [
			() => first(new SolverClient({ solverUrl: network.solverUrl }).events(js({ since: 5 }))),
			'TypeError: events: since, expected a cursor of this stream as text, found the number 5',
		],
		'onBundle without a handler': [
			() => new SolverClient({ solverUrl: network.solverUrl }).onBundle(js(undefined)),
			'TypeError: onBundle: handler, expected a function, found nothing',
		],
		'checkFill of nothing': [
			() => checkFill(js(undefined), js(undefined)),
			'TypeError: checkFill: order, expected an object {limitOrder, fill, fillBeforeMs}, found nothing',
		],
		'checkFill without terms': [
			() => checkFill(js({ limitOrder: {}, fill: {} }), js({})),
			'TypeError: checkFill: order.limitOrder.sell, expected an object, found nothing',
		],
		'checkSubintent of nothing': [
			() => checkSubintent(js(undefined), js(undefined)),
			'TypeError: the check: toSign, expected an object {account, bounds, quote}, found nothing',
		],
		'checkSubintent without terms': [
			() => checkSubintent(js({ subintent: '4d' }), js(undefined)),
			'TypeError: the check: toSign.account, expected the address of an account, found nothing',
		],
		'a symbol at the beginning of a sentence': [
			() => describeError(new Error('xUSDC is not traded')).reason,
			'xUSDC is not traded.',
		],
		'Decimal of a number': [
			() => Decimal.parse(js(1.5)),
			'TradeError: expected a decimal as text, such as "1.5", with at most 18 decimal places and no exponent, found the number 1.5, and numbers lose digits',
		],
		'Decimal of nothing': [
			() => Decimal.parse(js(undefined)),
			'TradeError: expected a decimal as text, such as "1.5", with at most 18 decimal places and no exponent, found nothing',
		],
		'Decimal with a comma': [
			() => Decimal.parse('1,5'),
			'TradeError: expected a decimal as text, such as "1.5", with at most 18 decimal places and no exponent, found "1,5"',
		],
	}
}
