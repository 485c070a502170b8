import type { Case } from './arena.ts'
import { must, within } from './message.ts'

/** What every session begins with. */
export const startCases: readonly Case[] = [
	{
		name: 'comes with its key in a header',
		run: async ({ line }) => {
			await within(30_000, 'a session', () => line.sessions.keys.length > 0)
			must(line.sessions.keys[0] !== undefined, 'the session has no SERVICE-API-KEY')
		},
	},
	{ name: 'offers a book with both sides, which the service shows', run: async arena => void (await arena.ready(0)) },
	{
		name: 'its bids are below its asks',
		run: arena => {
			const book = arena.book()
			const [bid, ask] = [book?.bids[0], book?.asks[0]]
			must(bid !== undefined && ask !== undefined && bid.price < ask.price, 'the book is crossed')
		},
	},
	{
		name: 'reads new orders',
		run: arena => must(arena.said('platform.new_orders.start_stream').length > 0, 'the stream was not started'),
	},
	{
		name: 'reads its fill log from a number',
		run: async arena => {
			const params = await within(5_000, 'the stream of the fill log', () => {
				return arena.said('platform.fill_execution.start_stream')[0]
			})
			must(params.enabled === true, 'the stream was not started')
			must(params.historical_starting_point !== undefined, 'it has no historical_starting_point')
		},
	},
	{
		name: 'sends nothing that the service refuses',
		run: arena => {
			const [error] = arena.told('platform.error')
			must(error === undefined, `the service said ${error?.code}: ${error?.message}`)
		},
	},
]
