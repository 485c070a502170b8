import { wallClock } from '@accord/ledger'
import type { Logger } from 'pino'
import { packageVersion } from './api/service/service-info.ts'
import type { Config } from './config/config.ts'
import { openLog } from './log/log.ts'
import { Metrics } from './metrics/metrics.ts'
import { NodeClock } from './nodes/node-clock.ts'
import { Reload } from './reload.ts'
import type { Service, ServiceDeps } from './service.ts'
import { startService } from './start-service.ts'
import { joinSystemd, type Systemd } from './systemd.ts'
import { openTracing } from './telemetry/tracing.ts'

const stopPatienceMs = 10_000

/**
 * Runs the service as this process: it sends `{type: 'ready', url}` to a parent that forked it, and ends the process
 * cleanly on SIGTERM, on SIGINT, or when that parent's channel closes, as it does when the parent is killed. On SIGHUP
 * it reads its configuration again. It tells a systemd that started it when it is ready, alive and stopping.
 */
export async function runService(readConfig: () => Promise<Config>): Promise<void> {
	const config = await readConfig()
	const metrics = new Metrics()
	const log = openLog({ level: config.logLevel, metrics })
	const systemd = joinSystemd(process.env, log)
	const reload = new Reload({ config, readAgain: readConfig, log })
	// In a terminal SIGHUP means that the terminal was closed.
	if (!process.stdout.isTTY) process.on('SIGHUP', () => reload.ask())
	const tracing = await openTracing(process.env, { version: packageVersion })
	const service = await startService(config, { ...clockOf(config, log), log, metrics, tracing })
	stopWhenAsked({ stop: () => service.stop().finally(() => tracing?.close()) }, systemd)
	void service.lost.then(failService)
	log.info({ url: service.url, operator: service.operatorUrl, network: config.networkId }, 'the service is ready')
	process.send?.({ type: 'ready', url: service.url })
	systemd.ready()
	reload.begin(service)
}

/** Several nodes follow the clock of their database; a single-node service follows its machine's clock. */
function clockOf({ bus, ledger }: Config, log: Logger): Pick<ServiceDeps, 'clock' | 'nodeClock'> {
	if (bus.kind === 'in_process') return { clock: wallClock }
	const onCorrected = (offMs: number) => {
		log.warn({ offMs }, 'this machine’s clock is not the database’s, which is what counts: the difference is added')
	}
	const nodeClock = new NodeClock({ machine: wallClock, correctableMs: ledger.clockSkewMaxMs, onCorrected })
	return { clock: nodeClock, nodeClock }
}

/** Ends the process and gives the reason. */
export function failService(error: unknown): void {
	console.error(error instanceof Error ? `The service cannot go on: ${error.message}` : error)
	process.exit(1)
}

function stopWhenAsked(service: Pick<Service, 'stop'>, systemd: Systemd): void {
	let stopping = false
	const stop = () => {
		if (stopping) return
		stopping = true
		systemd.stopping()
		setTimeout(() => process.exit(1), stopPatienceMs).unref()
		service.stop().then(
			() => process.exit(0),
			error => failService(error),
		)
	}
	process.on('SIGTERM', stop).on('SIGINT', stop)
	if (process.stdout.isTTY) process.on('SIGHUP', stop)
	if (process.send === undefined) return
	process.on('disconnect', stop)
	// The parent may have gone while the service was starting.
	if (!process.connected) stop()
}
