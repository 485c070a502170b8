import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ReconnectingSocket, type ReconnectingSocketOptions, type SocketLike } from './reconnecting-socket.ts'

type FakeSocket = SocketLike & {
	opens(): void
	receives(text: string): void
	breaks(message: string): void
	isDiscarded: boolean
}

/** A socket whose network and timers are controlled by the test; `calls` records its hooks. */
function setUp(options: Partial<ReconnectingSocketOptions> = {}) {
	const sockets: FakeSocket[] = []
	const timers: (() => void)[] = []
	const calls: string[] = []
	const socket = new ReconnectingSocket({
		open: () => {
			calls.push('open')
			const made = fakeSocket()
			sockets.push(made)
			return made
		},
		onOpen: () => calls.push('onOpen'),
		onText: text => calls.push(`onText ${text}`),
		onClose: reason => calls.push(`onClose ${reason}`),
		onFatal: error => calls.push(`onFatal ${error.message}`),
		isFatal: ({ message }) => message === 'refused',
		schedule: (_, fn) => {
			timers.push(fn)
			return () => void timers.splice(timers.indexOf(fn), timers.includes(fn) ? 1 : 0)
		},
		...options,
	})
	/** The newest socket, once it has a listener. */
	const attempt = async () => {
		await new Promise(resolve => setImmediate(resolve))
		return sockets.at(-1) as FakeSocket
	}
	/** Lets the backoff elapse. */
	const retry = () => timers.shift()?.()
	return { socket, sockets, timers, calls, attempt, retry }
}

function fakeSocket(): FakeSocket {
	const fake = {
		readyState: 0,
		bufferedAmount: 0,
		isDiscarded: false,
		onopen: (_: object): void => undefined,
		onmessage: (_: object): void => undefined,
		onerror: (_: object): void => undefined,
		onclose: undefined,
		send: () => undefined,
		close: () => undefined,
		terminate: () => {
			fake.isDiscarded = true
		},
		opens: () => {
			fake.readyState = 1
			fake.onopen({})
		},
		receives: (data: string) => fake.onmessage({ data }),
		breaks: (message: string) => fake.onerror({ message }),
	}
	return fake
}

test('each attempt calls open, onOpen, onText, onClose; then the next begins', async () => {
	const { socket, calls, attempt, retry } = setUp()
	socket.start()
	socket.start()
	const first = await attempt()
	first.opens()
	first.receives('a')
	first.receives('b')
	first.breaks('cut')
	first.receives('late')
	first.breaks('again')
	retry()
	;(await attempt()).breaks('unreachable')
	assert.deepEqual(calls, [
		...['open', 'onOpen', 'onText a', 'onText b', 'onClose cut'],
		...['open', 'onClose unreachable'],
	])
	socket.close()
})

test('a fatal failure is the last attempt, until start', async () => {
	const { socket, calls, timers, attempt } = setUp()
	socket.start()
	;(await attempt()).breaks('refused')
	assert.deepEqual([calls, timers], [['open', 'onClose refused', 'onFatal refused'], []])
	socket.start()
	await attempt()
	assert.equal(calls.at(-1), 'open')
	socket.close()
})

test('closing ends the attempt once, even while its socket is still being made', async () => {
	const made = Promise.withResolvers<SocketLike>()
	const { socket, calls, timers } = setUp({ open: () => made.promise })
	socket.start()
	socket.close()
	socket.close()
	const late = fakeSocket()
	made.resolve(late)
	await new Promise(resolve => setImmediate(resolve))
	assert.deepEqual([calls, timers, late.isDiscarded, socket.isOpen], [['onClose closed'], [], true, false])
})

test('a hook may close and start the socket', async () => {
	const { socket, calls, timers, attempt } = setUp({
		onClose: reason => {
			calls.push(`onClose ${reason}`)
			socket.start()
		},
	})
	socket.start()
	;(await attempt()).opens()
	socket.close()
	assert.deepEqual([calls, timers], [['open', 'onOpen', 'onClose closed', 'open'], []])
})

test('error: a socket that cannot be made is a failed attempt', async () => {
	const { socket, calls, timers } = setUp({
		open: () => {
			throw new Error('no network')
		},
	})
	socket.start()
	assert.deepEqual([calls, timers.length], [['onClose no network'], 1])
	socket.close()
})

test('error: an exception in a hook is an uncaught error, and the socket still reconnects', async t => {
	const uncaught = Promise.withResolvers<Error>()
	process.setUncaughtExceptionCaptureCallback(uncaught.resolve)
	t.after(() => process.setUncaughtExceptionCaptureCallback(null))
	const { socket, timers, attempt } = setUp({
		onClose: () => {
			throw new Error('a bug')
		},
	})
	socket.start()
	;(await attempt()).breaks('cut')
	assert.equal(timers.length, 1)
	assert.match((await uncaught.promise).message, /a bug/)
})
