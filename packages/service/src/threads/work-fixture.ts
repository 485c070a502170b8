import { isMainThread } from 'node:worker_threads'
import { TradeError } from '@accord/protocol'
import { work } from './work-threads.ts'

// Functions for a test to run, here or in a thread.

export function lengthOf(text: string): { length: number; isMainThread: boolean } {
	return { length: text.length, isMainThread }
}

export function refuse(text: string): never {
	const found = String(text.length)
	throw new TradeError('invalid_hex', 'not hex', { errors: [{ rule: 'invalid_hex', found }] })
}

export function fail(_: string): never {
	throw new TypeError('a bug')
}

export function neverEnd(_: string): never {
	for (;;);
}

export function endThread(_: string): never {
	process.exit(1)
}

const own = import.meta.url
export const works = {
	lengthOf: work(own, lengthOf),
	refuse: work(own, refuse),
	fail: work(own, fail),
	neverEnd: work(own, neverEnd),
	endThread: work(own, endThread),
}
