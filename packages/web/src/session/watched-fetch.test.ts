import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { ConnectionWatch, watchedFetch } from './watched-fetch.ts'

const streams: ServerResponse[] = []
const server = createServer((request, response) => {
	if (request.url !== '/stream') return void response.end('{}')
	response.writeHead(200, { 'content-type': 'text/event-stream' })
	response.write('event: one\n\n')
	streams.push(response)
})
let url = ''

before(async () => {
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

function watched() {
	const watch = new ConnectionWatch()
	return { watch, fetch: watchedFetch(watch, globalThis.fetch) }
}

it('is online after a response, and reconnecting when no one responds', async () => {
	const { watch, fetch } = watched()
	assert.equal(watch.state, 'connecting')
	const seen: string[] = []
	watch.subscribe(() => seen.push(watch.state))
	assert.equal(await (await fetch(url)).text(), '{}')
	await assert.rejects(fetch('http://127.0.0.1:1/'))
	await fetch(url)
	assert.deepEqual(seen, ['online', 'reconnecting', 'online'])
})

it('notices a stream that is cut, but not one that the reader leaves', async () => {
	const { watch, fetch } = watched()
	const left = new AbortController()
	const leaving = (await fetch(`${url}/stream`, { signal: left.signal })).body?.getReader()
	await leaving?.read()
	left.abort()
	await assert.rejects(async () => leaving?.read())
	assert.equal(watch.state, 'online')
	const cut = (await fetch(`${url}/stream`)).body?.getReader()
	await cut?.read()
	streams.at(-1)?.destroy()
	await assert.rejects(async () => cut?.read())
	assert.equal(watch.state, 'reconnecting')
})

it('an aborted request says nothing about the connection', async () => {
	const { watch, fetch } = watched()
	await fetch(url)
	await assert.rejects(fetch(url, { signal: AbortSignal.abort() }))
	assert.equal(watch.state, 'online')
})
