import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@nats-io/transport-node'
import { natsBus } from '../../packages/service/src/bus/nats-bus.ts'
import { messageBytesMax, openNatsLine } from '../../packages/service/src/bus/nats-line.ts'
import { without } from '../fixtures/debian-programs.ts'
import { startNats } from '../fixtures/nats-server.ts'
import { untilEqual } from '../network/until.ts'

const skip = without('nats-server')
const pair = { base: 'XRD', quote: 'xUSDC' }

async function startOwnNats(opened: AsyncDisposableStack) {
	const nats = await startNats({ parameters: ['--user', 'accord', '--pass', 'secret'] })
	opened.defer(() => nats.stop())
	return nats
}

async function openNode(url: string, { cluster = 'one', password = 'secret' } = {}) {
	const lost: string[] = []
	const nats = { kind: 'nats', servers: [url], user: 'accord', password } as const
	const line = await openNatsLine({ nats, cluster, nodeId: 'node', onLost: fate => lost.push(fate) })
	return { line, lost, bus: natsBus({ line, onError: assert.ifError }) }
}

/** A server and one node at it, until `opened` is disposed of. */
async function openOneNode(opened: AsyncDisposableStack) {
	const nats = await startOwnNats(opened)
	const node = await openNode(nats.url)
	opened.defer(() => node.line.close())
	return { nats, node }
}

test('a message reaches the handlers of all nodes of a cluster, and those that ask for it only here', {
	skip,
}, async () => {
	await using opened = new AsyncDisposableStack()
	const nats = await startOwnNats(opened)
	await assert.rejects(
		openNode(nats.url, { password: 'wrong' }),
		/NATS at nats:.* refuses the user accord \(bus\.user\)/,
	)
	const [here, there, elsewhere] = [
		await openNode(nats.url),
		await openNode(nats.url),
		await openNode(nats.url, { cluster: 'other' }),
	]
	for (const { line } of [here, there, elsewhere]) opened.defer(() => line.close())
	const seen: string[] = []
	for (const [name, { bus }] of Object.entries({ here, there, elsewhere })) {
		bus.subscribe('reservation', () => seen.push(name))
		bus.subscribe('reservation', () => seen.push(`${name} alone`), 'here')
		bus.subscribe('order', ({ orderHashes }) => seen.push(`${name} ${orderHashes.length}`))
	}
	for (const { line } of [here, there, elsewhere]) await line.flush()
	here.bus.publish('reservation', { pair })
	await untilEqual('all to have it', () => seen.toSorted(), ['here', 'here alone', 'there'])
	seen.length = 0
	here.bus.publish('order', { orderHashes: Array.from({ length: 300 }, (_, i) => `hash ${i}`) })
	await untilEqual('it in pieces', () => seen, ['here 300', 'there 256', 'there 44'])
	assert.deepEqual([here.lost, there.lost], [[], []])
})

test('messages about a maker reach only the nodes that follow it, for as long as they do', {
	skip,
}, async () => {
	await using opened = new AsyncDisposableStack()
	const nats = await startOwnNats(opened)
	const [here, reader, other] = [await openNode(nats.url), await openNode(nats.url), await openNode(nats.url)]
	for (const { line } of [here, reader, other]) opened.defer(() => line.close())
	const received: string[] = []
	const nodes = Object.entries({ here, reader, other })
	for (const [name, { bus }] of nodes) {
		bus.subscribe('fill_execution', () => received.push(`${name}: fill`), 'others')
		bus.subscribe('new_order', () => received.push(`${name}: new order`), 'others')
		bus.subscribe('bundle', () => received.push(`${name}: bundle`), 'others')
	}
	const maker = { makerId: 'a maker.of > every * kind' }
	const ends = [reader.bus.follow(maker), reader.bus.follow(maker)]
	other.bus.follow({ makerId: 'another' })
	const publishAll = async () => {
		for (const [, { line }] of nodes) await line.flush()
		received.length = 0
		here.bus.publish('fill_execution', maker)
		here.bus.publish('new_order', { ...maker, partId: 'part', order: 'order' })
		here.bus.publish('bundle', {})
	}
	await publishAll()
	const ofReader = ['reader: fill', 'reader: new order', 'reader: bundle']
	await untilEqual('all of it', () => received.toSorted(), [...ofReader, 'other: bundle'].toSorted())
	ends[0]?.()
	await publishAll()
	await untilEqual(
		'what the other reader follows',
		() => received.toSorted(),
		[...ofReader, 'other: bundle'].toSorted(),
	)
	for (const end of ends) end()
	await publishAll()
	await untilEqual('the rest', () => received.toSorted(), ['other: bundle', 'reader: bundle'])
})

test('error: anything but our messages is counted and ignored, and oversized ones are not sent', {
	skip,
}, async () => {
	await using opened = new AsyncDisposableStack()
	const { nats, node } = await openOneNode(opened)
	const stranger = await connect({ servers: nats.url, user: 'accord', pass: 'secret' })
	opened.defer(() => stranger.close())
	const seen: string[] = []
	node.bus.subscribe('maker_pause', ({ makerId }) => seen.push(makerId))
	await node.line.flush()
	const strange = ['', '{', '7', '{}', '{"makerId":7}', `{"makerId":"${'a'.repeat(messageBytesMax)}"}`]
	for (const text of [...strange, '{"makerId":"anna"}']) stranger.publish('accord.v1.one.maker_pause', text)
	await untilEqual('the one that is ours', () => seen, ['anna'])
	assert.deepEqual(
		node.lost,
		strange.map(() => 'ignored'),
	)
	assert.equal(node.line.send('books', { text: 'a'.repeat(messageBytesMax) }), false)
	assert.equal(node.lost.at(-1), 'dropped')
})

test('while the line is lost messages are dropped, not kept, and everyone is told when it returns', {
	skip,
}, async () => {
	await using opened = new AsyncDisposableStack()
	const { nats, node } = await openOneNode(opened)
	let restored = 0
	node.line.onRestored(() => {
		restored += 1
	})
	await nats.stop()
	await untilEqual('it to be noticed', () => node.line.fault(), 'NATS cannot be reached')
	for (let i = 0; i < 1_000; i++) node.bus.publish('bundle', {})
	assert.equal(node.lost.length, 1_000)
	await nats.restart()
	await untilEqual('it to be back', () => [node.line.fault(), restored], [undefined, 1])
	assert.equal(node.line.send('bundle', {}), true)
})
