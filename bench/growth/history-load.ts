import { once } from 'node:events'
import { WebSocket } from 'ws'
import { percentile } from '../percentile.ts'

type Service = { readonly url: string; readonly solverUrl: string }

/** What reading costs, in milliseconds: a maker its statistics, and anyone an order while many replay the solvers' log. */
export type ReadCost = { readonly statsMs: number; readonly readMs: number; readonly readP99Ms: number }

const reads = 30
/** As many as 25 addresses may have at once. */
const replays = 100
const replaysPerAddress = 4
const readForMs = 3_000

export async function readCost(
	service: Service,
	{ apiKey, orderId }: { apiKey: string; orderId: string },
): Promise<ReadCost> {
	const stats = await timesOf(
		() => get(`${service.url}/maker/stats`, { 'service-api-key': apiKey }),
		() => false,
	)
	const running = await Promise.all(
		Array.from({ length: replays }, (_, n) => replay(service, `127.0.4.${1 + Math.floor(n / replaysPerAddress)}`)),
	)
	const endsAtMs = performance.now() + readForMs
	const status = await timesOf(
		() => get(`${service.url}/trade/orders/${orderId}`),
		() => performance.now() < endsAtMs,
	)
	for (const socket of running) socket.terminate()
	return { statsMs: percentile(stats, 0.5), readMs: percentile(status, 0.5), readP99Ms: percentile(status, 0.99) }
}

/** How long a request takes, at least {@link reads} times, and for as long as `more` says so. */
async function timesOf(request: () => Promise<void>, more: () => boolean): Promise<number[]> {
	const times: number[] = []
	while (times.length < reads || more()) {
		const startMs = performance.now()
		await request()
		times.push(performance.now() - startMs)
	}
	return times
}

async function get(url: string, headers: Record<string, string> = {}): Promise<void> {
	const response = await fetch(url, { headers })
	await response.arrayBuffer()
	if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
}

/** Reads all that is kept of the solvers' log, from the beginning. */
async function replay({ solverUrl }: Service, localAddress: string): Promise<WebSocket> {
	const socket = new WebSocket(`${solverUrl}/subintent-stream?events=1&since=1`, { localAddress })
	socket.on('message', () => undefined)
	socket.on('error', () => undefined)
	await once(socket, 'open')
	return socket
}
