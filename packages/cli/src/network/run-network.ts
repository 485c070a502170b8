import { join } from 'node:path'
import type { NetworkFile, Overview } from '@accord/protocol'
import { LiveView } from '../operator/live-view.ts'
import { OperatorClient } from '../operator/operator-client.ts'
import { readKeyFile } from '../operator/operator-endpoint.ts'
import { forTerminal, oneLine } from '../terminal/foreign-text.ts'
import { LiveScreen } from '../terminal/live-screen.ts'
import { createPaint, supportsColour } from '../terminal/paint.ts'
import { networkBanner } from './banner.ts'
import type { Network, NetworkControl } from './network-parts.ts'

type RunOptions = {
	readonly dataDirectory: string
	/** Prints log lines only, without the banner and the live view. */
	readonly plain: boolean
}

/**
 * Runs the local network until Ctrl-C or until one of its parts ends on its own, and resolves with the exit code. On a
 * terminal it shows a live view; elsewhere it prints lines. Further signals are ignored while it stops.
 */
export async function runNetwork(
	options: RunOptions,
	start: (control: NetworkControl) => Promise<Network>,
): Promise<number> {
	const startedAtMs = Date.now()
	let live: LiveView | undefined
	const log = (part: string, line: string) => {
		const text = `${part.padEnd(8)}| ${line}`
		if (live === undefined) process.stdout.write(`${forTerminal(oneLine(text))}\n`)
		else live.log(text)
	}
	const stopping = new AbortController()
	const signal = firstSignal(stopping)
	const network = await start({ log, signal: stopping.signal })
	const startedInMs = Date.now() - startedAtMs
	const { dataDirectory, plain } = options
	if (plain) {
		log('network', `the addresses and keys are in ${join(dataDirectory, 'network.json')}`)
		log('network', `ready at ${network.file.baseUrl} after ${startedInMs} ms`)
	} else process.stdout.write(`${forTerminal(networkBanner(network.file, { dataDirectory, startedInMs }))}\n`)
	if (!plain && process.stdout.isTTY === true) live = openLive(network.file, options)
	const reason = await Promise.race([
		signal.then(name => ({ code: 0, text: `${name}: stopping` })),
		network.broken.then(text => ({ code: 1, text: `${text}: stopping the network` })),
	])
	live?.stop()
	live = undefined
	log('network', reason.text)
	await network.stop()
	log('network', 'stopped')
	return reason.code
}

/** Resolves with the first signal to stop, which also aborts a start in progress. */
function firstSignal(stopping: AbortController): Promise<string> {
	return new Promise<string>(resolve => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => {
				stopping.abort(new Error(`${signal} while starting`))
				resolve(signal)
			})
	})
}

function openLive(file: NetworkFile, { dataDirectory }: RunOptions): LiveView | undefined {
	if (file.operatorUrl === undefined) return undefined
	const key = readKeyFile(join(dataDirectory, 'operator.key'))
	const urls = file.cluster?.nodes.map(({ operatorUrl }) => operatorUrl) ?? [file.operatorUrl]
	return new LiveView({
		client: { overview: () => firstOverview(urls, key) },
		screen: new LiveScreen(process.stdout),
		paint: createPaint(supportsColour(process.stdout, process.env)),
		nowMs: () => Date.now(),
	})
}

/**
 * From the first node that answers.
 * @throws the last node's error if no node answers
 */
async function firstOverview([url = '', ...others]: readonly string[], key: string): Promise<Overview> {
	try {
		return await new OperatorClient({ url, key }).overview()
	} catch (error) {
		if (others.length === 0) throw error
		return await firstOverview(others, key)
	}
}
