import { fullBook } from '../full-book.ts'
import { alternate, printRounds, type Side } from '../rounds.ts'
import type { NetworkReady } from '../served/network.ts'
import { Served } from '../served/served.ts'
import { HttpLoad } from './http-load.ts'

const connections = 32
const rounds = 8
const roundMs = 1_000
const path = '/trade/order_book?base=XRD&quote=xUSDC'

/** GET /trade/order_book of the real service, with CORS headers and rate limit, compared with bare node:http with the same body. */
export async function benchBook(): Promise<void> {
	const service = await Served.start<NetworkReady>(new URL('../served/network-main.ts', import.meta.url), {
		books: [[fullBook('XRD/xUSDC')]],
	})
	const body = await (await fetch(service.ready.url + path)).text()
	const bare = await Served.start<{ url: string }>(new URL('./bare-http-main.ts', import.meta.url), { body })
	console.log(`${Buffer.byteLength(body)} bytes, ${connections} connections, ${rounds} rounds of ${roundMs} ms each\n`)
	const loads = [
		await HttpLoad.open(service.ready.url + path, connections),
		await HttpLoad.open(bare.ready.url + path, connections),
	] as const
	const sides: [Side, Side] = [
		{ name: 'the service', served: service, round: () => loads[0].run(roundMs) },
		{ name: 'bare node:http', served: bare, round: () => loads[1].run(roundMs) },
	]
	printRounds(sides, await alternate(sides, rounds), { what: 'answers', aim: 0.9 })
	for (const load of loads) load.close()
	await Promise.all([service.stop(), bare.stop()])
}
