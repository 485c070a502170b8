import { once } from 'node:events'
import { WebSocket } from 'ws'
import { percentile } from '../percentile.ts'

type Service = { readonly url: string; readonly solverUrl: string }

const reads = 30
/** As many as 25 addresses may have at once. */
const replays = 100
const replaysPerAddress = 4
const readForMs = 3_000

/** What reading costs, in milliseconds: a maker's history, the market's, and an order while many replay the solvers' log. */
export async function readCost(
	service: Service,
	{ apiKey, orderId }: { apiKey: string; orderId: () => string },
): Promise<Record<string, number>> {
	const headers = { 'service-api-key': apiKey }
	const stats = await timesOf(() => get(`${service.url}/maker/stats`, headers))
	const asked = await timesOf(() => get(`${service.url}/maker/orders`, headers))
	const trades = await timesOf(() => get(`${service.url}/trade/trades`))
	const candles = await timesOf(() => get(`${service.url}/trade/candles?base=XRD&quote=xUSDC&interval=1h`))
	const running = await Promise.all(
		Array.from({ length: replays }, (_, n) => replay(service, `127.0.4.${1 + Math.floor(n / replaysPerAddress)}`)),
	)
	const endsAtMs = performance.now() + readForMs
	const status = await timesOf(
		() => get(`${service.url}/trade/orders/${orderId()}`),
		() => performance.now() < endsAtMs,
	)
	for (const socket of running) socket.terminate()
	return {
		'GET /maker/stats of the maker of all of them': percentile(stats, 0.5),
		'GET /maker/orders of that maker': percentile(asked, 0.5),
		'GET /trade/trades': percentile(trades, 0.5),
		'GET /trade/candles': percentile(candles, 0.5),
		'GET /trade/orders/… while 100 read all of the solvers’ log': percentile(status, 0.5),
		'— p99': percentile(status, 0.99),
	}
}

/** How long a request takes, at least {@link reads} times, and for as long as `more` returns true; NaN once one fails. */
async function timesOf(request: () => Promise<void>, more: () => boolean = () => false): Promise<number[]> {
	const times: number[] = []
	while (times.length < reads || more()) {
		const startMs = performance.now()
		try {
			await request()
		} catch (error) {
			console.error(String(error))
			return [Number.NaN]
		}
		times.push(performance.now() - startMs)
	}
	return times
}

async function get(url: string, headers: Record<string, string> = {}): Promise<void> {
	const response = await fetch(url, { headers })
	await response.arrayBuffer()
	if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
}

/** Reads everything kept of the solvers' log, from the beginning. */
async function replay({ solverUrl }: Service, localAddress: string): Promise<WebSocket> {
	const socket = new WebSocket(`${solverUrl}/subintent-stream?events=1&since=1`, { localAddress })
	socket.on('message', () => undefined)
	socket.on('error', () => undefined)
	await once(socket, 'open')
	return socket
}
