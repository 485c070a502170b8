import { alternate, printRounds, type Side } from '../rounds.ts'
import type { NetworkReady } from '../served/network.ts'
import { Served } from '../served/served.ts'
import { SocketLoad, serverFrameLength } from '../socket-load.ts'

const sockets = 1_000
const rounds = 8
const messages = 40

/** A published bundle sent to everyone on the solver stream, compared with bare ws sending the same bytes. */
export async function benchBroadcast(): Promise<void> {
	const service = await Served.start<NetworkReady>(new URL('./network-main.ts', import.meta.url))
	const message = String(await service.ask('message'))
	const bare = await Served.start<{ url: string }>(new URL('./bare-ws-main.ts', import.meta.url), { message })
	console.log(
		`${sockets} sockets, ${Buffer.byteLength(message)} bytes, ${rounds} rounds of ${messages} messages each\n`,
	)
	const audiences = [
		await Audience.open(`${service.ready.solverUrl}/subintent-stream`, message),
		await Audience.open(bare.ready.url, message),
	] as const
	const sides: [Side, Side] = [
		{ name: 'the service', served: service, round: () => audiences[0].hear(() => service.ask('send', messages)) },
		{ name: 'bare ws', served: bare, round: () => audiences[1].hear(() => bare.ask('send', messages)) },
	]
	printRounds(sides, await alternate(sides, rounds), { what: 'messages to one socket', aim: 0.9 })
	for (const audience of audiences) audience.close()
	await Promise.all([service.stop(), bare.stop()])
}

/** All listeners of one server. */
class Audience {
	readonly #sockets: readonly SocketLoad[]
	readonly #frameLength: number
	#bytesLeft = 0
	#firstMs: number | undefined
	#heardAll = () => {}

	private constructor(sockets: readonly SocketLoad[], frameLength: number) {
		this.#sockets = sockets
		this.#frameLength = frameLength
		for (const socket of sockets) socket.onBytes(count => this.#heard(count))
	}

	static async open(url: string, message: string): Promise<Audience> {
		const opened: SocketLoad[] = []
		while (opened.length < sockets) opened.push(await SocketLoad.open(url))
		// Bundles that are already open come first.
		await new Promise(resolve => setTimeout(resolve, 1_500))
		return new Audience(opened, serverFrameLength(message))
	}

	/** Has the messages sent; returns the time from the first byte received to the last. */
	async hear(send: () => Promise<unknown>): Promise<{ count: number; ms: number }> {
		const count = messages * sockets
		this.#bytesLeft = count * this.#frameLength
		this.#firstMs = undefined
		const heardAll = new Promise<void>(resolve => {
			this.#heardAll = resolve
		})
		await Promise.all([send(), heardAll])
		return { count, ms: performance.now() - (this.#firstMs ?? Number.NaN) }
	}

	close(): void {
		for (const socket of this.#sockets) socket.close()
	}

	#heard(count: number): void {
		// A ping is not part of a message.
		if (count <= 2) return
		this.#firstMs ??= performance.now()
		this.#bytesLeft -= count
		if (this.#bytesLeft <= 0) this.#heardAll()
	}
}
