import { fullBook } from '../full-book.ts'
import { alternate, printRounds, type Side } from '../rounds.ts'
import type { NetworkReady } from '../served/network.ts'
import { Served } from '../served/served.ts'
import { textFrame } from '../socket-load.ts'
import { BookLoad, bookMessage } from './book-load.ts'

const rounds = 8
const roundMs = 1_000
const messagesAtOnce = 50

/**
 * Price books of 50 levels a side replaced repeatedly, every level changed each time, compared with bare ws with
 * JSON.parse.
 */
export async function benchIngest(): Promise<void> {
	const service = await Served.start<NetworkReady>(new URL('../served/network-main.ts', import.meta.url))
	const bare = await Served.start<{ url: string }>(new URL('./bare-ws-main.ts', import.meta.url))
	const messages = Array.from({ length: messagesAtOnce }, (_, nudge) => bookMessage(fullBook('XRD/xUSDC', { nudge })))
	const frames = Buffer.concat(messages.map(textFrame))
	console.log(`${frames.length / messagesAtOnce} bytes a message, ${rounds} rounds of ${roundMs} ms each\n`)
	const makers = [
		await BookLoad.open(service.ready.flashUrl, service.ready.apiKeys[0] ?? ''),
		await BookLoad.open(bare.ready.url, ''),
	] as const
	const sides: [Side, Side] = [
		{ name: 'the service', served: service, round: () => replaceBooks(makers[0], frames) },
		{ name: 'bare ws + JSON.parse', served: bare, round: () => replaceBooks(makers[1], frames) },
	]
	printRounds(sides, await alternate(sides, rounds), { what: 'messages', aim: 0.7 })
	for (const maker of makers) maker.close()
	await Promise.all([service.stop(), bare.stop()])
}

async function replaceBooks(maker: BookLoad, frames: Buffer): Promise<{ count: number }> {
	const endsAtMs = performance.now() + roundMs
	let count = 0
	for (; performance.now() < endsAtMs; count += messagesAtOnce) await maker.send(frames)
	return { count }
}
