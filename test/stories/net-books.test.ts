import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { untilShown } from '../network/book-text.ts'
import { type FlashSocket, openFlash, xrdBook } from '../network/flash-socket.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

const setBook = 'platform.price_books.on_change'
const pair = 'XRD/xUSDC'

let network: TestNetwork
let session: FlashSocket

before(async () => {
	network = await startTestNetwork({ users: 8, makers: 2, solvers: 0 })
})
after(() => network?.stop())
afterEach(async () => {
	network.clock.thaw()
	session?.close()
	await session?.closed
	network.clock.advance(61)
	await untilShown(network, { pair })
})

const shown = (...bids: string[]) => untilShown(network, { pair, bids })

async function listening(maker = network.makers[0] ?? assert.fail()): Promise<FlashSocket> {
	session = await openFlash(network, maker)
	await session.ask('platform.new_orders.start_stream')
	return session
}

/** Places an order of 100 XRD, and returns the id under which the maker is asked to fill it. */
async function askedFor(user: number): Promise<string> {
	await placeOrder(network, network.users[user], { sell: '100 XRD', buy: '5 xUSDC' })
	return (await session.received('platform.new_orders.new')).id
}

describe('a book that is net of an order', () => {
	// shows maker addition: `net_of`
	test('is not reduced by that order and those before it, but by those after it', async () => {
		await listening()
		network.clock.freeze()
		await session.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		const [first, second] = [await askedFor(0), await askedFor(1)]
		await shown('0.05 800')
		await session.ask(setBook, { ...xrdBook(['0.05', '900']), net_of: first })
		await shown('0.05 800')
		await session.ask(setBook, { ...xrdBook(['0.05', '800']), net_of: second })
		await shown('0.05 800')
		await askedFor(2)
		await shown('0.05 700')
		// Without it everything open is subtracted, as always; null counts as absent.
		for (const book of [xrdBook(['0.05', '1000']), { ...xrdBook(['0.05', '1000']), net_of: null }]) {
			await session.ask(setBook, book)
			await shown('0.05 700')
		}
	})

	test('gets back what it was not net of, and nothing else', async () => {
		await listening()
		network.clock.freeze()
		await session.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		const first = await askedFor(3)
		await session.ask(setBook, { ...xrdBook(['0.05', '900']), net_of: first })
		const second = await askedFor(4)
		await shown('0.05 800')
		await session.ask('platform.new_orders.reject', { order_id: first })
		await session.ask('platform.new_orders.reject', { order_id: second })
		await shown('0.05 900')
		await session.ask(setBook, { ...xrdBook(['0.05', '1000']), net_of: second })
		await shown('0.05 1000')
	})

	test('error: unknown_order: an order that its maker was not asked to fill is refused by name, and no book is left', async () => {
		const other = await openFlash(network, network.makers[1] ?? assert.fail())
		await listening()
		network.clock.freeze()
		await session.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		const foreign = await askedFor(5)
		await other.ask('platform.new_orders.start_stream')
		for (const net_of of [foreign, 'x'.repeat(32)]) {
			const refused = await other.refusedNotification('unknown_order', setBook, { ...xrdBook(['0.05', '1']), net_of })
			assert.deepEqual(refused.data?.errors?.[0], {
				pointer: '/net_of',
				rule: 'unknown_order',
				expected: 'the id of an order that you were asked to fill',
				found: net_of,
			})
			assert.equal(refused.data?.withdrawn, true)
		}
		await other.refused('invalid_price_book', setBook, { ...xrdBook(['0.05', '1']), net_of: 5 })
		other.close()
		await shown('0.05 900')
	})

	test('the SDK names the newest order on its own when told that its books are net', async () => {
		const maker = await connectMaker(network, network.makers[0], { answer: silent, client: { booksAreNet: true } })
		session = await openFlash(network, network.makers[0] ?? assert.fail())
		await session.ask('platform.new_orders.start_stream')
		network.clock.freeze()
		await maker.quote({ pair, bids: ['0.05 1000'] })
		await askedFor(6)
		await maker.asked()
		await shown('0.05 900')
		await maker.quote({ pair, bids: ['0.05 900'] })
		await maker.client.ping()
		await shown('0.05 900')
		await askedFor(7)
		await shown('0.05 800')
		maker.disconnect()
	})
})
