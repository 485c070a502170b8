import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { ConnectionWatch, silentAfterMs, watchedFetch } from './watched-fetch.ts'

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

it('notices that a service stands still, and that it continues', t => {
	t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 })
	const watch = new ConnectionWatch()
	watch.heard()
	const close = watch.streamOpened()
	t.mock.timers.tick(silentAfterMs - 1)
	assert.deepEqual([watch.state, watch.lostSinceMs()], ['online', undefined])
	t.mock.timers.tick(1)
	assert.deepEqual([watch.state, watch.lostSinceMs()], ['reconnecting', 1_000])
	watch.heard()
	assert.equal(watch.state, 'online')
	close()
	close()
	t.mock.timers.tick(10 * silentAfterMs)
	assert.equal(watch.state, 'online', 'without a stream nothing is expected')
})

it('a stream is waited for until it is left, wherever its reader was', async t => {
	t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
	const endless = () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })
	const watch = new ConnectionWatch()
	const fetch = watchedFetch(watch, async () => endless())
	const leave = new AbortController()
	await fetch(url, { signal: leave.signal })
	t.mock.timers.tick(silentAfterMs)
	assert.equal(watch.state, 'reconnecting')
	watch.heard()
	leave.abort()
	t.mock.timers.tick(silentAfterMs)
	assert.equal(watch.state, 'online')
})
