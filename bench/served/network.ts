import { connectMaker, type TestMakerOptions } from '../../test/network/test-maker.ts'
import { startTestNetwork, type TestNetwork, type TestNetworkOptions } from '../../test/network/test-network.ts'
import { type Calls, serve } from './serve.ts'

/** What a bench needs from the real service: no limit that it could reach, but every limit enforced. */
export type NetworkArgument = {
	readonly makers?: number
	readonly users?: number
	/** Books of the first makers, in order. */
	readonly books?: readonly TestMakerOptions['books'][]
	readonly settings?: Record<string, unknown>
}

export type NetworkReady = {
	readonly url: string
	readonly flashUrl: string
	readonly solverUrl: string
	readonly apiKeys: readonly string[]
}

/** So high that no bench comes near, but still enforced. */
export const highLimits = {
	requests_per_minute: 1e9,
	messages_per_second: 1e9,
	message_bytes_per_second: 1e12,
	price_book_levels_per_second: 1e12,
	connections_per_address: 1e9,
	solver_connections_per_address: 1e9,
}

/** Serves the real service over a real ledger; `callsOf` adds the calls that the bench needs. */
export function serveNetwork(callsOf: (network: TestNetwork) => Calls = () => ({})): void {
	serve(async ({ books = [], ...argument }: NetworkArgument) => {
		const network = await startTestNetwork(optionsOf(argument))
		for (const [place, offered = []] of books.entries()) {
			await connectMaker(network, network.makers[place], { books: offered })
		}
		const { service, flashUrl, solverUrl, makers } = network
		const apiKeys = makers.map(({ apiKey }) => apiKey)
		const ready: NetworkReady = { url: service.url, flashUrl, solverUrl, apiKeys }
		return { ready, calls: callsOf(network), stop: () => network.stop() }
	})
}

function optionsOf({ makers = 2, users = 1, settings }: NetworkArgument): TestNetworkOptions {
	return { makers, users, solvers: 1, settings: { limits: highLimits, ...settings } }
}
