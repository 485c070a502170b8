import { MakerClient, type NewOrder } from '@accord/sdk/maker'
import { readBook } from '../../test/network/book-text.ts'
import { signLimitOrder } from '../../test/network/test-user.ts'
import { serve } from '../served/serve.ts'
import { monotonicMs } from './monotonic.ts'
import { people } from './people.ts'
import { readSigningNetwork } from './signing-network.ts'

export type MakerArgument = { readonly gatewayUrl: string; readonly serviceUrl: string }

/** When a maker was asked for a fill, sent it, and learned that it was accepted. */
export type MakerPassage = { readonly askedMs: number; readonly fillSentMs: number; filledMs: number }

/** It offers more than all trades take, and quotes again every second, as makers do. */
const book = readBook({ pair: 'XRD/xUSDC', bids: ['0.05 1500000'] })
const requoteMs = 1_000

/** A maker in its own process that fills every order at once. */
serve(async ({ gatewayUrl, serviceUrl }: MakerArgument) => {
	const network = await readSigningNetwork({ gatewayUrl, serviceUrl })
	const passages = new Map<string, MakerPassage>()
	const client = new MakerClient({
		flashUrl: `${serviceUrl.replace(/^http/, 'ws')}/flash`,
		apiKey: people.maker.apiKey,
		onError: (error, about) => console.error(about, error),
		onFilled: ({ id }, result) => {
			if ('error' in result) console.error('a fill was refused', result.error)
			const passage = passages.get(id)
			if (passage !== undefined) passage.filledMs = monotonicMs()
		},
	})
	await client.connect()
	client.onNewOrder((order: NewOrder) => {
		const askedMs = monotonicMs()
		const { signedPartialTransaction } = signLimitOrder(network, people.maker, order.fill, {
			role: 'maker',
			expiresInS: 15,
		})
		passages.set(order.id, { askedMs, fillSentMs: monotonicMs(), filledMs: Number.NaN })
		return signedPartialTransaction
	})
	client.setPriceBook(book)
	const requoting = setInterval(() => client.setPriceBook(book), requoteMs)
	await client.ping()
	const calls = {
		reset: () => passages.clear(),
		passages: () => [...passages.values()],
	}
	const stop = () => {
		clearInterval(requoting)
		network.close()
		client.close()
	}
	return { ready: {}, calls, stop }
})
