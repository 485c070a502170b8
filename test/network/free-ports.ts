import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the ports that systems choose for the connections they open: these stay free while no one listens. */
const belowChosen = [10_000, 32_000] as const

/** The first of this many consecutive free ports; `areKept` if they must still be free after someone listened there. */
export async function freePorts(count: number, { areKept = false } = {}): Promise<number> {
	for (;;) {
		const first = await listenAt(areKept ? randomInt(...belowChosen) : 0)
		if (first === undefined) continue
		const { port } = first.address() as { port: number }
		const others = await Promise.all(Array.from({ length: count - 1 }, (_, i) => listenAt(port + 1 + i)))
		for (const listener of [first, ...others]) listener?.close()
		if (!others.includes(undefined)) return port
	}
}

/** A listener on that port; undefined when it is in use. */
async function listenAt(port: number): Promise<Server | undefined> {
	const server = createServer().listen(port, '127.0.0.1')
	return await once(server, 'listening').then(
		() => server,
		() => undefined,
	)
}
