import { TradeError } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

/** Tells who asks for a WebSocket by an ordinary request what to do instead. */
export function socketPaths(app: TradeApp, { paths }: { readonly paths: Iterable<string> }): void {
	for (const path of paths) {
		app.get(path, async (_request, reply) => {
			reply.headers({ upgrade: 'websocket', connection: 'upgrade' })
			throw new TradeError('upgrade_required', `${path} is a WebSocket`)
		})
	}
}
