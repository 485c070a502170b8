import { settleTrades } from '../../test/browser/settle-trades.ts'
import type { BookText } from '../../test/network/book-text.ts'
import { connectMaker, type TestMaker } from '../../test/network/test-maker.ts'
import type { TestNetwork } from '../../test/network/test-network.ts'

/** Less than the time after which a socket without a frame is closed. */
const stepS = 4
const seed = 7

/** Makers quote around a random walk and users trade with them, one trade after the other, until the clock reaches the present. */
export async function tradeForAWhile(
	network: TestNetwork,
	{ pastMs, trades }: { pastMs: number; trades: number },
): Promise<void> {
	const random = randomNumbers(seed)
	const makers = await Promise.all(network.makers.slice(1).map(account => connectMaker(network, account)))
	for (const book of otherBooks) await makers[0]?.quote(book)
	let midUnits = 5_000
	for (let trade = 0; trade < trades; trade++) {
		midUnits += Math.round((random() - 0.47) * 44)
		await quoteAround(midUnits, makers, random)
		const size = Math.round(60 + random() ** 3 * 2_400)
		const sells = random() < 0.5
		const swap = sells ? `${size} XRD → xUSDC` : `${Math.ceil(size / 20)} xUSDC → XRD`
		await settleTrades(network, [swap], { slippage: '0.003' })
		await pass(network, makers, pastMs / trades / 1000)
	}
}

/** In units of 0.00001 xUSDC. Each maker's prices differ a little, so that larger orders are split. */
async function quoteAround(midUnits: number, makers: readonly TestMaker[], random: () => number): Promise<void> {
	for (const [i, maker] of makers.entries()) {
		const levels = (side: 1 | -1) =>
			Array.from({ length: 6 }, (_, level) => {
				const units = midUnits + side * (4 + 3 * i + 9 * level)
				return `0.${String(units).padStart(5, '0')} ${Math.round((500 + random() * 900) * (level + 1))}`
			})
		await maker.quote({ pair: 'XRD/xUSDC', bids: levels(-1), asks: levels(1) })
	}
}

async function pass(network: TestNetwork, makers: readonly TestMaker[], seconds: number): Promise<void> {
	for (let left = seconds; left > 0; left -= stepS) {
		network.clock.advance(Math.min(stepS, left))
		await Promise.all(makers.map(maker => maker.client.ping()))
	}
}

const otherBooks: readonly BookText[] = [
	{ pair: 'xwBTC/xUSDC', bids: ['59980 0.4', '59950 0.8'], asks: ['60020 0.4', '60060 0.8'] },
	{ pair: 'xETH/xUSDC', bids: ['2998.5 5', '2996 9'], asks: ['3001.5 5', '3004 9'] },
	{ pair: 'xUSDT/xUSDC', bids: ['0.9995 9000'], asks: ['1.0005 9000'] },
]

/** Pseudo-random numbers from 0 to 1, the same on every run. */
function randomNumbers(start: number): () => number {
	let state = BigInt(start)
	return () => {
		state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
		return Number(state >> 33n) / 2 ** 31
	}
}
