import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DexClient } from './dex-client.ts'

// A misspelled option would silently not do what it says: with bounds and slippage that costs money.

const dex = new DexClient({ baseUrl: 'http://127.0.0.1:1' })
const pair = { base: 'XRD', quote: 'xUSDC' }
const swap = { sell: { symbol: 'XRD', amount: '1' }, account: 'account_sim1' }

test('error: unknown options are refused by name', async () => {
	assert.throws(() => new DexClient({ baseUrl: '', key: 'x' } as { baseUrl: string }), /DexClient has no option key/)
	assert.throws(() => new DexClient({} as { baseUrl: string }), /needs baseUrl/)
	assert.throws(() => dex.followTrades(pair, { giveUpAfter: 1 } as object), /followTrades has no option giveUpAfter/)
	assert.throws(() => dex.followOrderBook(pair, { after: 1 } as object), /followOrderBook has no option after/)
	assert.throws(() => dex.followOrder('id', { from: 1 } as object), /followOrder has no option from/)
	const trade = { ...swap, buy: 'xUSDC', anyPrice: true, sign: () => '', atleast: '5' } as const
	await assert.rejects(dex.trade(trade), /trade has no option atleast/)
	await assert.rejects(dex.quote({ ...swap, buy: 'xUSDC', slipage: '1%' } as never), /quote has no option slipage/)
	await assert.rejects(
		dex.requestQuote({ ...swap, pair, slipage: '1%' } as never),
		/requestQuote has no option slipage/,
	)
})
