import type { NetworkOptions } from './network-options.ts'
import { overview } from './overview.ts'
import { startNetwork } from './start-network.ts'

/**
 * `accord network`: runs the local network until Ctrl-C, or until a part of it ends by itself. The answer is the exit code.
 * While it stops, further signals are ignored.
 */
export async function runNetwork(options: NetworkOptions): Promise<number> {
	const startedAtMs = Date.now()
	const log = (part: string, line: string) => void process.stdout.write(`${part.padEnd(8)}| ${line}\n`)
	const stopping = new AbortController()
	const asked = new Promise<string>(resolve => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => {
				stopping.abort(new Error(`${signal} while starting`))
				resolve(signal)
			})
	})
	const network = await startNetwork(options, { log, signal: stopping.signal })
	const startedInMs = Date.now() - startedAtMs
	if (options.plain) log('network', `ready at ${network.file.base_url} after ${startedInMs} ms`)
	else process.stdout.write(`${overview(network.file, { dataDirectory: options.dataDirectory, startedInMs })}\n`)
	const reason = await Promise.race([
		asked.then(signal => ({ code: 0, text: `${signal}: stopping` })),
		network.broken.then(text => ({ code: 1, text: `${text}: stopping the network` })),
	])
	log('network', reason.text)
	await network.stop()
	log('network', 'stopped')
	return reason.code
}
