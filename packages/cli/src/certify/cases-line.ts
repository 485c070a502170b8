import type { Arena, Case } from './arena.ts'
import { must, within } from './message.ts'

/** The maker comes back after this, with its streams and its book, and fills. */
const comesBack = (name: string, disturb: (arena: Arena) => Promise<void> | void): Case => ({
	name: `comes back after ${name}`,
	run: async arena => {
		const { said } = arena.mark()
		await disturb(arena)
		await arena.ready(said)
		await arena.settles('bids')
	},
})

/** It goes on in the same session after a message that it does not know. */
const goesOn = (name: string, text: string): Case => ({
	name: `goes on after ${name}`,
	run: async arena => {
		const sessions = arena.line.sessions.keys.length
		arena.line.sessions.invent(text)
		await arena.settles('asks')
		must(arena.line.sessions.keys.length === sessions, 'it began another session')
	},
})

const notification = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', method, params })

/** Broken lines, restarts of the service, and messages of a later version. */
export const lineCases: readonly Case[] = [
	comesBack('a cut', ({ line }) => line.sessions.cut()),
	comesBack('a restart of the service', ({ line }) => line.sessions.close(1001, 'the service is stopping')),
	comesBack('an error of the service', ({ line }) => line.sessions.close(1011, 'internal error')),
	comesBack('ten seconds without a service', async ({ line }) => {
		line.sessions.isClosed = true
		line.sessions.cut()
		await new Promise(resolve => setTimeout(resolve, 10_000))
		line.sessions.isClosed = false
	}),
	comesBack('three cuts in a row', async arena => {
		for (let cuts = 0; cuts < 3; cuts++) {
			const { said } = arena.mark()
			arena.line.sessions.cut()
			if (cuts < 2) await arena.ready(said)
		}
	}),
	{
		name: 'signs one fill for an order whose answer was cut off',
		run: async arena => {
			const { said } = arena.mark()
			const { sessions } = arena.line
			const placed = arena.trade('bids')
			// Awaited below: a failure until then is this case's, not the process's end.
			placed.catch(() => undefined)
			await within(10_000, 'a fill', () => arena.said('platform.fills.fill', said).length > 0)
			sessions.cut()
			await placed
			await arena.ready(said)
			const ids = new Set(arena.fills(said).map(({ subintentId }) => subintentId))
			must(ids.size === 1, `${ids.size} different fills were signed for one order`)
		},
	},
	goesOn('a notification that it does not know', notification('platform.later.version', { any: 'thing' })),
	goesOn('a message of the platform', notification('platform.error', { method: 'x', code: 'busy', message: 'busy' })),
	goesOn('an answer to nothing', JSON.stringify({ jsonrpc: '2.0', id: 'nobody asked', result: {} })),
	goesOn('a batch', `[${notification('platform.later.version', {})},${notification('platform.later.version', {})}]`),
]
