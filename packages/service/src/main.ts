import { pino } from 'pino'
import { readConfig } from './config/config.ts'
import { type Service, startService } from './service.ts'
import { wallClock } from './wall-clock.ts'

const stopPatienceMs = 10_000

/**
 * The service as a process: configured by `ACCORD_*` (see config.ts), it tells a parent that forked it `{type: 'ready',
 * url}` and ends cleanly on SIGTERM, SIGINT, or when that parent's channel closes, which also a killed parent's does.
 */
async function main(): Promise<void> {
	const log = pino({ name: 'service', level: process.env.ACCORD_LOG_LEVEL ?? 'info' })
	const config = await readConfig(process.env)
	const service = await startService(config, { clock: wallClock, log })
	stopWhenAsked(service)
	void service.lost.then(fail)
	log.info({ url: service.url, network: config.networkId }, 'the service is ready')
	process.send?.({ type: 'ready', url: service.url })
}

function stopWhenAsked(service: Service): void {
	let stopping = false
	const stop = () => {
		if (stopping) return
		stopping = true
		setTimeout(() => process.exit(1), stopPatienceMs).unref()
		service.stop().then(
			() => process.exit(0),
			error => fail(error),
		)
	}
	process.on('SIGTERM', stop).on('SIGINT', stop)
	if (process.send === undefined) return
	process.on('disconnect', stop)
	// The parent may have gone while the service was starting.
	if (!process.connected) stop()
}

function fail(error: unknown): void {
	console.error(error instanceof Error ? `The service cannot go on: ${error.message}` : error)
	process.exit(1)
}

main().catch(fail)
