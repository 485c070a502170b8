import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '../served/serve.ts'

/** The least that node:http can do: one prebuilt Buffer for every request. */
serve(async ({ body }: { body: string }) => {
	const bytes = Buffer.from(body)
	const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }
	const server = createServer((_request, response) => {
		response.writeHead(200, headers)
		response.end(bytes)
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	return { ready: { url: `http://127.0.0.1:${port}` }, stop: () => server.closeAllConnections() }
})
