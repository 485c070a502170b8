import { deriveKeyPair } from '@accord/ledger'
import { flashMethods } from '@accord/protocol'
import { people } from '../bench/settle/people.ts'
import { committableLevels, nestedPrefix } from '../test/fixtures/nested-prefix.ts'
import { callOf } from '../test/fixtures/recognizing-package.ts'
import { longOrder } from '../test/network/long-order.ts'
import { mutateBytes, randomOf } from '../test/network/mutated-bytes.ts'
import { upgradeOf } from '../test/network/raw-client.ts'
import { limitOrder, type SigningNetwork, signLimitOrder } from '../test/network/test-user.ts'
import type { HostileClient } from './hostile-client.ts'

/** `published` is a package whose code fails at a commit and not in a preview. */
type Target = SigningNetwork & { readonly published: string }
type Kind = (client: HostileClient, network: Target) => Promise<void>

const terms = limitOrder({ sell: '100 XRD', buy: '5 xUSDC' })
const throwaway = deriveKeyPair({ seed: 'soak', name: 'throw-away', curve: 'Ed25519' })
const orderBody = (hex: string) => JSON.stringify({ signed_partial_transaction: hex })
const head = 'GET /trade/order_book?base=XRD&quote=xUSDC HTTP/1.1\r\nhost: localhost\r\n'

/** For an account that is rich, by a key that owns nothing. */
function strangersOrder(network: SigningNetwork): string {
	return signLimitOrder(network, people.solver, terms, { keyPairs: [throwaway] }).signedPartialTransaction
}

/** For the hostile account, which owns what it sells, with an instruction before the schema. */
function ownOrder(network: SigningNetwork, prefix: string): string {
	const edit = (manifest: string) => `${prefix}\n${manifest}`
	return signLimitOrder(network, people.hostile, terms, { edit }).signedPartialTransaction
}

/** A full book that nobody wants, a different one each time. */
function bookMessage(id: number): string {
	const bids = Array.from({ length: 50 }, (_, level) => [
		`0.000${String(9999 - level - (id % 9000)).padStart(4, '0')}`,
		'1000',
	])
	const params = { pair: { base: 'XRD', quote: 'xUSDC' }, bids, asks: [] }
	return JSON.stringify({ jsonrpc: '2.0', id, method: flashMethods.priceBookChanged, params })
}

/** Closes what it opened a while ago, so that it always holds about this many. */
async function holding(client: HostileClient, count: number, pauseMs: number, sending: string, isReader = true) {
	const held: { destroy(): void }[] = []
	await client.repeat(pauseMs, async () => {
		held.push(await client.open(sending, { isReader }))
		if (held.length > count) held.shift()?.destroy()
	})
}

/** One hostile client of each kind; each continues for as long as it is allowed to, at a rate one machine easily sends. */
export const hostileKinds: Readonly<Record<string, Kind>> = {
	'upgrades to nowhere that never end': client => holding(client, 400, 50, upgradeOf('/nope')),
	'heads that are never complete': client => holding(client, 300, 100, head),
	'orders of strangers for a rich account': (client, network) =>
		client.repeat(20, () => client.post('/trade/orders', orderBody(strangersOrder(network)))),
	'the longest orders': async (client, network) => {
		let body = ''
		const renewing = client.repeat(10_000, async () => {
			body = orderBody(longOrder(network, { signer: people.solver, terms, keyPairs: [throwaway] }))
		})
		await client.repeat(50, () => client.post('/trade/orders/check', body))
		await renewing
	},
	'orders with mutated bytes': async (client, network) => {
		const random = randomOf(1)
		await client.repeat(20, () => client.post('/trade/orders', orderBody(mutateBytes(strangersOrder(network), random))))
	},
	'bodies that are not JSON': client => client.repeat(20, () => client.post('/trade/quote', '{"sell":'.repeat(100))),
	'solver places without reading': client => holding(client, 60, 100, upgradeOf('/subintent-stream'), false),
	'solver logs from the beginning': client => holding(client, 1, 200, upgradeOf('/subintent-stream?events=1&since=0')),
	'event streams without reading': client =>
		holding(client, 400, 100, head.replace('order_book?', 'order_book/stream?').concat('\r\n'), false),
	'wrong keys': client => holding(client, 1, 50, upgradeOf('/flash', { 'service-api-key': 'wrong' })),
	'orders too deep for a root': (client, network) =>
		client.repeat(50, () =>
			client.post('/trade/orders', orderBody(ownOrder(network, nestedPrefix(committableLevels + 1)))),
		),
	'orders that run code which recognises a preview': (client, network) =>
		client.repeat(50, () => client.post('/trade/orders', orderBody(ownOrder(network, callOf(network.published))))),
	'a maker that floods': async client => {
		const sessions = await Promise.all(
			Array.from({ length: 8 }, () => client.connect('/flash', { 'service-api-key': people.hostile.apiKey })),
		)
		let id = 0
		await client.repeat(10, async () => {
			for (const session of sessions) for (let n = 0; n < 9; n++) session.send(bookMessage(++id))
		})
	},
	'requests packed into one connection': client => holding(client, 4, 200, `${head}\r\n`.repeat(16)),
}
