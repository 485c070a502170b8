import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { serve } from '../served/serve.ts'

/** The least that ws can do: one Buffer to every connected client. */
serve(async ({ message }: { message: string }) => {
	const bytes = Buffer.from(message)
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
	await once(server, 'listening')
	const send = (count: unknown) => {
		for (let n = 0; n < Number(count); n++) for (const socket of server.clients) socket.send(bytes, { binary: false })
	}
	const { port } = server.address() as AddressInfo
	return { ready: { url: `ws://127.0.0.1:${port}` }, calls: { send }, stop: () => server.close() }
})
