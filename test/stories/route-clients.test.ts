import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startReferenceSolver } from '@accord/bots'
import { signSubintent } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import type { TradedPair } from '@accord/sdk'
import { checkSubintent } from '@accord/sdk/codec'
import { readBook, untilShown } from '../network/book-text.ts'
import { signerTerms } from '../network/signer-terms.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { amount } from '../network/test-user.ts'

// What a DEX built on the SDK sees of a pair that nobody quotes: the same as of any other.

const implied = { pair: 'XRD/xETH', bids: ['0.000016666666666666 40000'], asks: ['0.000016789297658863 40000'] }

let network: TestNetwork
let maker: TestMaker
let solver: { stop(): Promise<void> }
let pair: TradedPair

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 2, solvers: 1 })
	const [dollars, ether] = network.makers
	maker = await connectMaker(network, dollars, {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 40000'], asks: ['0.0502 40000'] }],
	})
	await connectMaker(network, ether, { books: [{ pair: 'xETH/xUSDC', bids: ['2990 1'], asks: ['3000 1'] }] })
	const log = { info: () => undefined, warn: () => undefined }
	const [account] = network.solvers
	assert.ok(account)
	const { ledger, clock, solverUrl } = network
	const common = { gatewayUrl: ledger.url, networkId: testNetworkId, clock, log, solverUrl }
	solver = await startReferenceSolver({ ...common, ...account })
	await untilShown(network, implied)
	const found = (await network.dex.tokenPairs()).find(({ base, quote }) => base === 'XRD' && quote === 'xETH')
	assert.ok(found)
	pair = found
})
after(async () => {
	await solver?.stop()
	await network?.stop()
})

test('XRD is sold for xETH by the SDK, which checks every byte, and the trade is listed in its pair', async () => {
	const { dex, users } = network
	const [user] = users
	assert.ok(user)
	const { quote, status } = await dex.trade({
		account: user.account,
		sell: amount('3000 XRD'),
		buy: 'xETH',
		atLeast: '0.0499',
		slippage: '0.1%',
		sign: async toSign => {
			const subintent = await checkSubintent(toSign, signerTerms(network))
			const signed = signSubintent({ subintent, keyPairs: [user.keyPair], networkId: testNetworkId })
			return signed.signedPartialTransaction
		},
	})
	assert.deepEqual(quote.pair, pair)
	assert.equal(quote.expected.buy.amount, Decimal.parse('0.049999999999998'))
	assert.equal(status.state, 'settled')
	// What both makers give, and not what is left of it by the digits of a shown price.
	assert.deepEqual(status.surplus, { symbol: 'xETH', amount: Decimal.parse('0.000050000000001998') })
	const { trades } = await dex.trades({ pair })
	assert.deepEqual(
		trades.map(({ subintentId }) => subintentId),
		[status.subintentId],
	)
	for await (const event of dex.followTrades(pair)) {
		const [trade] = event.event === 'snapshot' ? event.trades : [event.trade]
		if (trade === undefined) continue
		assert.deepEqual(trade, trades[0])
		break
	}
})

test('a quote of the service says what it takes from the books of which pairs', async () => {
	const { dex } = network
	const { levels, side } = await dex.requestQuote({ pair, buy: amount('0.01 xETH') })
	assert.equal(side, 'bids')
	assert.deepEqual(
		levels.map(level => [level.pair, level.price]),
		[
			[{ base: 'XRD', quote: 'xUSDC' }, Decimal.parse('0.05')],
			[{ base: 'xETH', quote: 'xUSDC' }, Decimal.parse('3000')],
		],
	)
	const direct = await dex.requestQuote({ pair: { base: 'XRD', quote: 'xUSDC' }, sell: amount('100 XRD') })
	assert.deepEqual(
		direct.levels.map(level => level.pair),
		[undefined],
	)
})

test('its book is followed like any other', async () => {
	const seen: string[] = []
	for await (const { bids } of network.dex.followOrderBook(pair)) {
		seen.push(Decimal.format(bids[0]?.price ?? Decimal.zero))
		if (seen.length > 1) break
		maker.client.setPriceBook(readBook({ pair: 'XRD/xUSDC', bids: ['0.06 30000'] }))
	}
	assert.deepEqual(seen, ['0.000016666666666666', '0.00002'])
})
