import { subscribe } from 'node:diagnostics_channel'
import { wallClock } from '@accord/ledger'
import { parseConfig, startService } from '@accord/service'
import { pino } from 'pino'
import { type AnsweredMessage, databaseMessages } from '../../packages/service/src/db/session-driver.ts'
import { serve } from '../served/serve.ts'

export type NodeReady = { readonly url: string }

/** What a node has sent to the database so far. */
export type NodeCounts = { readonly messages: number; readonly statements: number }

/** One of several nodes, in its own process. */
serve(async (settings: Record<string, unknown>) => {
	let messages = 0
	let statements = 0
	subscribe(databaseMessages, answered => {
		messages += 1
		statements += (answered as AnsweredMessage).texts.length
	})
	const service = await startService(parseConfig(settings), { clock: wallClock, log: pino({ level: 'error' }) })
	const ready: NodeReady = { url: service.url }
	const calls = {
		/** Announces on the bus that there are new bundles. */
		wake: () => service.bus.publish('bundle', {}),
		counts: (): NodeCounts => ({ messages, statements }),
	}
	return { ready, calls, stop: () => service.stop() }
})
