import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { serve } from '../served/serve.ts'

/** The least that a service must do with a message: parse it as JSON. A message with an id is answered. */
serve(async () => {
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
	await once(server, 'listening')
	server.on('connection', socket => {
		socket.on('message', data => {
			const { id } = JSON.parse(String(data)) as { id?: number }
			if (id !== undefined) socket.send(JSON.stringify({ jsonrpc: '2.0', result: { pong: true }, id }))
		})
	})
	const { port } = server.address() as AddressInfo
	return { ready: { url: `ws://127.0.0.1:${port}` }, stop: () => server.close() }
})
