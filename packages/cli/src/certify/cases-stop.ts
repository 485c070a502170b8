import type { Case } from './arena.ts'
import { must, within } from './message.ts'

/** The end: nothing is offered by nobody. */
export const stopCases: readonly Case[] = [
	{
		name: 'ends within ten seconds of SIGTERM',
		run: async ({ program }) => must((await program.stop()) === 'ended', 'it had to be killed'),
	},
	{
		name: 'offers nothing once it has ended',
		run: async arena => {
			const book = arena.book()
			must(book !== undefined, 'there was no book')
			await within(1_000, 'the end of its sessions', () => arena.line.sessions.count === 0)
			for (const endMs = Date.now() + 30_000; ; await new Promise(resolve => setTimeout(resolve, 200))) {
				const { bids, asks } = await arena.dex.orderBook(book.pair)
				if (bids.length + asks.length === 0) return
				must(Date.now() < endMs, 'its book is still shown')
			}
		},
	},
]
