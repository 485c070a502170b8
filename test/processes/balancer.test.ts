import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { test } from 'node:test'
import { without } from '../fixtures/debian-programs.ts'
import { freePorts } from '../network/free-ports.ts'
import { openTestBalancer } from '../network/test-balancer.ts'

test('a server that has just returned answers at once when the other one ends', {
	skip: without('nginx'),
}, async () => {
	await using opened = new AsyncDisposableStack()
	const port = await freePorts(3)
	const nodePorts = [port + 1, port + 2]
	const servers = new Map<number, Server>()
	const listen = async (nodePort: number) => {
		const server = createServer((_, response) => response.end(`${nodePort}`))
		servers.set(nodePort, server)
		await new Promise<void>(resolve => server.listen(nodePort, '127.0.0.1', resolve))
	}
	const end = async (nodePort: number) => {
		servers.get(nodePort)?.closeAllConnections()
		await servers.get(nodePort)?.[Symbol.asyncDispose]()
		servers.delete(nodePort)
	}
	opened.defer(async () => {
		for (const nodePort of servers.keys()) await end(nodePort)
	})
	for (const nodePort of nodePorts) await listen(nodePort)
	await openTestBalancer(opened, { port, nodePorts })
	const answers = async () => {
		const from = new Set<string>()
		for (let i = 0; i < 6; i++) {
			const response = await fetch(`http://127.0.0.1:${port}/`)
			assert.equal(response.status, 200)
			from.add(await response.text())
		}
		return [...from].sort()
	}
	const [first, second] = nodePorts.map(String)
	assert.deepEqual(await answers(), [first, second])
	await end(port + 1)
	assert.deepEqual(await answers(), [second])
	await listen(port + 1)
	await end(port + 2)
	assert.deepEqual(await answers(), [first])
})
