import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './config/config.ts'
import { Metrics } from './metrics/metrics.ts'
import type { KeysOfNode } from './platform/agreed-terms.ts'
import { type Service, type ServiceDeps, type ServiceRun, startRun } from './service.ts'

// The guarantee: nothing in memory outlives the copy of the database from which it was read. When another copy answers,
// the service ends and starts again in the same process and at the same ports, like any start on a restored database.

const stopWithinMs = 10_000
const betweenStartsMs = 1_000
const startsMax = 30

/** Starts the service: it listens once this resolves, and everything acknowledged before it last stopped continues. */
export async function startService(config: Config, deps: ServiceDeps): Promise<Service> {
	const lasting = { ...deps, metrics: deps.metrics ?? new Metrics() }
	let run = await startRun(config, lasting)
	const { url, port, operatorUrl } = run
	let here = atPorts(config, run)
	const lost = Promise.withResolvers<Error>()
	const stopping = new AbortController()
	let restarting: Promise<void> | undefined

	const follow = (followed: ServiceRun) => {
		void followed.lost.then(error => followed === run && lost.resolve(error))
		void followed.moved.then(() => {
			restarting = startAgain().catch(error => void (stopping.signal.aborted || lost.resolve(error)))
		})
	}
	const startAgain = async () => {
		lasting.log.warn('the database is another copy now: the service starts again, and readers of its logs are told')
		await endRun(run)
		if (stopping.signal.aborted) return
		run = await startPatiently(() => startRun(here, lasting), { log: lasting.log, signal: stopping.signal })
		follow(run)
	}
	follow(run)
	return {
		url,
		port,
		...(operatorUrl === undefined ? {} : { operatorUrl }),
		get db() {
			return run.db
		},
		get bus() {
			return run.bus
		},
		lost: lost.promise,
		setOperatorKey: key => {
			here = here.operator === undefined ? here : { ...here, operator: { ...here.operator, key } }
			run.setOperatorKey(key)
		},
		holdKeys: keys => {
			run.holdKeys(keys)
			const { formerServiceKey: _, nextServiceKey: __, ...others } = here
			here = run.isAgreed ? { ...others, ...keys } : { ...here, ...withNext(keys) }
		},
		get isAgreed() {
			return run.isAgreed
		},
		drain: async () => {
			await restarting
			await run.drain()
		},
		stop: async () => {
			stopping.abort()
			await restarting
			await run.stop()
		},
	}
}

/** Until settings are applied, the other keys change with a restart only. */
function withNext({ nextServiceKey }: KeysOfNode): Pick<KeysOfNode, 'nextServiceKey'> {
	return nextServiceKey === undefined ? {} : { nextServiceKey }
}

/** The same settings with the ports that were chosen. */
function atPorts(config: Config, { port, operatorUrl }: ServiceRun): Config {
	if (config.operator === undefined || operatorUrl === undefined) return { ...config, port }
	return { ...config, port, operator: { ...config.operator, port: Number(new URL(operatorUrl).port) } }
}

/** @throws Error if it does not end in time */
async function endRun(run: ServiceRun): Promise<void> {
	const late = pause(stopWithinMs, undefined, { ref: false }).then(() => {
		throw new Error('the database is another copy now, and the service did not end in time to start again')
	})
	await Promise.race([run.stop(), late])
}

/** Whatever else failed with the database may need some time, too. @throws the reason of the last start */
async function startPatiently(
	start: () => Promise<ServiceRun>,
	{ log, signal }: Pick<ServiceDeps, 'log'> & { signal: AbortSignal },
): Promise<ServiceRun> {
	for (let starts = 1; ; starts++) {
		try {
			return await start()
		} catch (error) {
			if (starts === startsMax || signal.aborted) throw error
			log.error({ err: error }, 'the service could not start again yet')
			await pause(betweenStartsMs, undefined, { signal })
		}
	}
}
