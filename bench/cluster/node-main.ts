import { wallClock } from '@accord/ledger'
import { parseConfig, startService } from '@accord/service'
import { pino } from 'pino'
import { serve } from '../served/serve.ts'

export type NodeReady = { readonly url: string }

/** One of several nodes, in its own process. */
serve(async (settings: Record<string, unknown>) => {
	const service = await startService(parseConfig(settings), { clock: wallClock, log: pino({ level: 'error' }) })
	const ready: NodeReady = { url: service.url }
	const calls = {
		/** Announces on the bus that there are new bundles. */
		wake: () => service.bus.publish('bundle', {}),
	}
	return { ready, calls, stop: () => service.stop() }
})
