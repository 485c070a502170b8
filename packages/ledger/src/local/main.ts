import { wallClock } from '../wall-clock.ts'
import { startLocalLedger } from './start-local-ledger.ts'

/**
 * The local ledger as a process, configured by the environment: `ACCORD_LEDGER_DIRECTORY`, `ACCORD_LEDGER_PORT`,
 * `ACCORD_LEDGER_HOST`, `ACCORD_LEDGER_PAGE_PORT`. It sends `{type: 'ready', url, tokens, instamint, markers}` to a parent that forked it, and
 * ends when that parent's channel closes.
 */
async function main(): Promise<void> {
	const { ACCORD_LEDGER_DIRECTORY, ACCORD_LEDGER_HOST, ACCORD_LEDGER_PORT, ACCORD_LEDGER_PAGE_PORT } = process.env
	const running = await startLocalLedger({
		clock: wallClock,
		directory: ACCORD_LEDGER_DIRECTORY,
		host: ACCORD_LEDGER_HOST ?? '127.0.0.1',
		port: Number(ACCORD_LEDGER_PORT ?? 0),
		pagePort: ACCORD_LEDGER_PAGE_PORT === undefined ? undefined : Number(ACCORD_LEDGER_PAGE_PORT),
		onError: error => console.error(error),
	})
	let isStopping = false
	const stop = () => {
		if (isStopping) return
		isStopping = true
		running.stop().then(
			() => process.exit(0),
			error => {
				console.error(error)
				process.exit(1)
			},
		)
	}
	process.on('disconnect', stop).on('SIGTERM', stop).on('SIGINT', stop)
	if (process.send === undefined) console.log(`the local ledger's Gateway API listens at ${running.url}`)
	const { url, tokens, instamint, markers } = running
	process.send?.({ type: 'ready', url, tokens, instamint, markers })
}

await main()
