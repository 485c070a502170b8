// A bot as it is written for CCXT, on the running local network. node ccxt.mjs [network.json]
import { readFileSync } from 'node:fs'
import { AccordExchange } from '@accord/ccxt'
import { checkSubintent, SignerTerms } from '@accord/sdk/codec'
import { keyOf } from './ed25519.mjs'

const file = process.argv[2] ?? `${process.env.ACCORD_DATA ?? '.accord'}/network.json`
const network = JSON.parse(readFileSync(file, 'utf8'))
const user = network.users.find(({ curve }) => curve === 'Ed25519')
const { signHash } = keyOf(user)
const terms = SignerTerms.parse(network.signer_terms)

const exchange = new AccordExchange({
	baseUrl: network.base_url,
	gatewayUrl: network.gateway_url,
	account: user.address,
	// The service made the subintent, so sign it only if every byte is as requested.
	sign: async toSign => signHash((await checkSubintent(toSign, terms)).subintentHash),
})

const symbol = 'XRD/xUSDC'
const { bid, ask } = await exchange.fetchTicker(symbol)
console.log(`${symbol}: ${bid} / ${ask}, balance ${(await exchange.fetchBalance()).total.XRD} XRD`)
// Amounts and prices are text: a number would lose digits.
const order = await exchange.createOrder(symbol, 'market', 'sell', '100', undefined, { slippage: '1%' })
let { status } = order
while (status === 'open') {
	for (const changed of await exchange.watchOrders()) {
		;({ status } = changed)
		console.log(`${status}: ${changed.filled} of ${changed.amount} at ${changed.average ?? changed.price}`)
	}
}
await exchange.close()
process.exitCode = status === 'closed' ? 0 : 1
