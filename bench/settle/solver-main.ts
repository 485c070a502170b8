import { startReferenceSolver } from '@accord/bots'
import { wallClock } from '@accord/ledger'
import { serve } from '../served/serve.ts'
import { people } from './people.ts'

export type SolverArgument = { readonly gatewayUrl: string; readonly serviceUrl: string }

/** The reference solver in its own process. */
serve(async ({ gatewayUrl, serviceUrl }: SolverArgument) => {
	const bot = await startReferenceSolver({
		...people.solver,
		solverUrl: serviceUrl.replace(/^http/, 'ws'),
		gatewayUrl,
		networkId: 242,
		clock: wallClock,
		log: { info: () => {}, warn: line => console.error('the solver:', line) },
	})
	return { ready: {}, stop: () => bot.stop() }
})
