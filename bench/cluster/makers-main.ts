import { Decimal } from '@accord/protocol'
import { MakerClient } from '@accord/sdk/maker'
import { readBook } from '../../test/network/book-text.ts'
import { signLimitOrder } from '../../test/network/test-user.ts'
import { serve } from '../served/serve.ts'
import { monotonicMs } from '../settle/monotonic.ts'
import { readSigningNetwork } from '../settle/signing-network.ts'
import { bases, price, quote } from './market.ts'
import { people } from './people.ts'

export type MakersArgument = { readonly gatewayUrl: string; readonly serviceUrls: readonly string[] }

/** When a maker was asked for the amount that an order sells, which no other order sells exactly. */
export type Asked = readonly (readonly [sold: string, askedMs: number])[]

const requoteMs = 1_000

/** A maker per pair, at the nodes in turn, each filling every order at once. All share one process. */
serve(async ({ gatewayUrl, serviceUrls }: MakersArgument) => {
	const network = await readSigningNetwork({ gatewayUrl, serviceUrl: serviceUrls[0] ?? '' })
	const asked = new Map<string, number>()
	const clients = await Promise.all(
		people.makers.map(async (maker, place) => {
			const serviceUrl = serviceUrls[place % serviceUrls.length] ?? ''
			const client = new MakerClient({
				flashUrl: `${serviceUrl.replace(/^http/, 'ws')}/flash`,
				apiKey: maker.apiKey,
				onError: (error, about) => console.error(about, error),
				onFilled: (_, result) => 'error' in result && console.error('a fill was refused', result.error),
			})
			await client.connect()
			client.onNewOrder(({ fill }) => {
				asked.set(`${fill.buy.symbol} ${Decimal.format(fill.buy.amount)}`, monotonicMs())
				return signLimitOrder(network, maker, fill, { role: 'maker', expiresInS: 15 }).signedPartialTransaction
			})
			return client
		}),
	)
	// More than all trades take, again every second, as makers do.
	const quoteAll = () => {
		for (const [place, client] of clients.entries())
			client.setPriceBook(readBook({ pair: `${bases[place]}/${quote}`, bids: [`${price} 1500000`] }))
	}
	quoteAll()
	const requoting = setInterval(quoteAll, requoteMs)
	const calls = {
		reset: () => asked.clear(),
		asked: (): Asked => [...asked],
	}
	const stop = () => {
		clearInterval(requoting)
		network.close()
		for (const client of clients) client.close()
	}
	return { ready: {}, calls, stop }
})
