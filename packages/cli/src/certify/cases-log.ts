import type { Arena, Case } from './arena.ts'
import { must, within } from './message.ts'

/** Where the maker began to read its fill log, last. */
function startedAt(arena: Arena, since: number): number {
	const params = arena.said('platform.fill_execution.start_stream', since).at(-1)
	const from = params?.historical_starting_point
	return Number(typeof from === 'object' ? from?.at_sequence_number : from)
}

const lastNumber = (arena: Arena) =>
	Math.max(0, ...arena.told('maker.fill_execution.next').map(({ sequence_number }) => Number(sequence_number)))

/** The fill log: nothing of it is missed, and nothing counts twice. */
export const logCases: readonly Case[] = [
	{
		name: 'is told of every fill’s end',
		run: async arena => {
			const { told } = arena.mark()
			await arena.settles('bids')
			const ended = () =>
				arena.told('maker.fill_execution.next', told).some(({ change }) => change?.completed !== undefined)
			await within(10_000, 'the end of the fill in the log', ended)
		},
	},
	{
		name: 'misses no entry after a cut',
		run: async arena => {
			const { said } = arena.mark()
			const last = lastNumber(arena)
			arena.line.sessions.cut()
			await arena.ready(said)
			const from = await within(10_000, 'the fill log to be read again', () => startedAt(arena, said) >= 0).then(() =>
				startedAt(arena, said),
			)
			must(from <= last + 1, `it reads from ${from}, after ${last}`)
		},
	},
	{
		name: 'fills after entries that come twice',
		run: async arena => {
			const entries = arena.line.sessions.told.filter(({ body }) => body.method === 'maker.fill_execution.next')
			for (const { body } of entries.slice(-5)) arena.line.sessions.invent(JSON.stringify(body))
			await arena.settles('asks')
		},
	},
	{
		name: 'misses no entry after a crash of its own',
		run: async arena => {
			const { said } = arena.mark()
			const last = lastNumber(arena)
			arena.program.kill()
			await arena.ready(said)
			const from = startedAt(arena, said)
			must(from <= last + 1, `it reads from ${from}, after ${last}`)
			await arena.settles('bids')
		},
	},
	{
		name: 'goes on after a fill that the service refuses',
		run: async arena => {
			const { said } = arena.mark()
			const book = await arena.ready(0)
			const { sessions } = arena.line
			sessions.replace = body => {
				if (body.method !== 'platform.new_orders.new') return [body]
				const id = `refused-${body.params.id}`
				sessions.invented.add(id)
				return [{ ...body, params: { ...body.params, id } }]
			}
			await arena.trade('bids')
			sessions.replace = body => [body]
			must(book.bids.length > 0 && arena.said('platform.fills.fill', said).length > 0, 'it did not fill')
			await arena.settles('bids')
		},
	},
]
