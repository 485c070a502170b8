import type { Clock } from '@accord/protocol'
import { startLocalLedger } from './start-local-ledger.ts'

/** The process's own clock, the only place that reads the wall. */
const wallClock: Clock = {
	nowMs: () => Date.now(),
	wakeAt: (ms, fn) => {
		const timer = setTimeout(fn, Math.max(0, ms - Date.now()))
		return () => clearTimeout(timer)
	},
}

/**
 * The local ledger as a process of its own, configured by the environment: `ACCORD_LEDGER_DIRECTORY`,
 * `ACCORD_LEDGER_PORT`, `ACCORD_LEDGER_HOST`, `ACCORD_LEDGER_PAGE_PORT`. A parent that forked it is sent
 * `{type: 'ready', url, tokens}`, and it ends when that parent's channel closes.
 */
async function main(): Promise<void> {
	const { ACCORD_LEDGER_DIRECTORY: directory, ACCORD_LEDGER_HOST: host, ...env } = process.env
	const running = await startLocalLedger({
		clock: wallClock,
		directory,
		port: Number(env['ACCORD_LEDGER_PORT'] ?? 0),
		...(host === undefined ? {} : { host }),
		...(env['ACCORD_LEDGER_PAGE_PORT'] === undefined ? {} : { pagePort: Number(env['ACCORD_LEDGER_PAGE_PORT']) }),
		onError: error => console.error(error),
	})
	let stopping: Promise<void> | undefined
	const stop = () => {
		stopping ??= running.stop().then(() => process.exit(0))
	}
	process.on('disconnect', stop).on('SIGTERM', stop).on('SIGINT', stop)
	if (process.send === undefined) console.log(`the local ledger's Gateway API answers at ${running.url}`)
	process.send?.({ type: 'ready', url: running.url, tokens: running.tokens })
}

await main()
